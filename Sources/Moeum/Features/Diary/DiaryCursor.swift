import Foundation

/// The last entry of a page, after which the next one begins.
struct DiaryCursor: Sendable, Equatable {
    let day: String
    let id: DiaryEntry.ID

    init(day: String, id: DiaryEntry.ID) { (self.day, self.id) = (day, id) }

    /// Nil for a text that is no key of this program.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, SeoulTime.isDay(String(parts[0])), let id = DiaryEntry.ID(parts[1]) else { return nil }
        (day, self.id) = (String(parts[0]), id)
    }

    var text: String { "\(day).\(id)" }
}
