import Synchronization

/// Reads opening hours and remembers what each text says: lists show the same few hundred texts over and over, and
/// reading one costs more than drawing its card.
final class OpeningHoursReader: Sendable {
    /// More texts than this are not kept; one page's worth is forgotten together with all others.
    private static let maxTexts = 4_096
    private let known = Mutex<[String: OpeningHours?]>([:])

    /// Nil where the text makes no sense as hours.
    func hours(_ text: String) -> OpeningHours? {
        if let hours = known.withLock({ $0[text] }) { return hours }
        let hours = OpeningHours(text)
        known.withLock { known in
            if known.count >= Self.maxTexts { known.removeAll() }
            known.updateValue(hours, forKey: text)
        }
        return hours
    }
}
