/// Why content is hidden although staff did not hide it; it is shown again once no hidden reason is left. Each has its words in
/// `Views/strings` under `hidden-reason.`.
enum HiddenReason: String, Sendable, CaseIterable {
    /// The author is suspended.
    case suspension
    /// The author is leaving, and what they published is to go with them.
    case leaving
    /// A takedown blocks it for thirty days.
    case block
    /// Held (this and all below): enough people reported it,
    case reports
    /// it was part of a surge,
    case surge
    /// it has a link and its author's account is new,
    case links
    /// it has a word that staff check first,
    case words
    /// its perceptual hash is like a removed photo's,
    case picture
    /// or it replaces the author's own blocked review.
    case again

    /// Whether the content is held until staff release or hide it.
    var isHold: Bool { ![.suspension, .leaving, .block].contains(self) }
}
