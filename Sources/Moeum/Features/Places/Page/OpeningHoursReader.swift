import Synchronization

/// Caches the opening hours of each text: lists show the same few hundred texts over and over, and parsing one costs more than
/// rendering its card.
final class OpeningHoursReader: Sendable {
    /// The cache is emptied when it holds more texts than this.
    private static let maxTexts = 4_096
    private let known = Mutex<[String: OpeningHours?]>([:])

    /// Nil where the text is not understood.
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
