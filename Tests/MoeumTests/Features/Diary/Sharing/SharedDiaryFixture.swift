import Foundation

@testable import Moeum

/// Entries in the database alone.
extension TestSite {
    /// - Parameter deletedAt: in milliseconds.
    @discardableResult
    func entry(
        _ text: String,
        on day: String,
        by account: Account.ID,
        minute: Int? = nil,
        at place: Place? = nil,
        weather: DiaryEntry.Weather = DiaryEntry.Weather(),
        deletedAt: Int64? = nil
    ) async throws -> DiaryEntry.ID {
        let entry = DiaryFixture(text, day, account, minute, place, weather, deletedAt)
        try await app.database.write { try $0.insert(entry) }
        return entry.id
    }
}

struct DiaryFixture: Sendable {
    let id = DiaryEntry.ID.next()
    let text: String
    let day: String
    let account: Account.ID
    let minute: Int?
    let place: Place?
    let weather: DiaryEntry.Weather
    let deletedAt: Int64?

    init(
        _ text: String,
        _ day: String,
        _ account: Account.ID,
        _ minute: Int? = nil,
        _ place: Place? = nil,
        _ weather: DiaryEntry.Weather = DiaryEntry.Weather(),
        _ deletedAt: Int64? = nil
    ) {
        (self.text, self.day, self.account, self.minute) = (text, day, account, minute)
        (self.place, self.weather, self.deletedAt) = (place, weather, deletedAt)
    }
}

extension Transaction {
    func insert(_ entry: DiaryFixture) throws {
        try execute(
            """
            INSERT INTO diary_entries (id, account_id, day, minute, place_id, place_name, text, title, search_key,
                initials, photo_count, weather, temperature, weather_source, weather_provider, once, rev, created_at, edited_at,
                deleted_at, deleted_how)
            VALUES (\(entry.id), \(entry.account), \(entry.day), \(entry.minute), \(entry.place?.id),
                \(entry.place?.name ?? ""), \(entry.text), \(DiaryText.title(of: entry.text)), '', '',
                \(entry.text.isEmpty ? 1 : 0), \(entry.weather.kind?.rawValue), \(entry.weather.temperature),
                \(entry.weather.source.rawValue), \(entry.weather.provider?.rawValue), \(SystemRandom.name()), 1, 1700000000123, 1700000000456,
                \(entry.deletedAt), \(entry.deletedAt.map { _ in "hand" }))
            """
        )
    }
}
