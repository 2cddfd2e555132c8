/// Why something is hidden although staff did not hide it; it is back once no cause is left. Each has its words
/// in `Views/strings` under `hidden-reason.`.
enum HiddenReason: String, Sendable, CaseIterable {
    /// Its author is suspended.
    case suspension
    /// Somebody whom it concerns asked for it, for thirty days.
    case block
    /// The rest wait for staff to look: enough people reported it,
    case reports
    /// it came with many others at once,
    case surge
    /// it holds a link, of an account that is new,
    case links
    /// it holds a word that is looked at first,
    case words
    /// it looks like a photo that was removed,
    case picture
    /// its author wrote it anew in place of one that is blocked.
    case again

    /// Whether staff let it go or hide it.
    var isHold: Bool { self != .suspension && self != .block }
}
