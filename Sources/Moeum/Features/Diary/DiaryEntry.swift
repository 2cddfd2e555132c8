import Foundation

/// What somebody wrote about a day, perhaps about a place and with photos. Only its author sees it.
struct DiaryEntry: Sendable, Equatable, Identifiable {
    /// Where the weather of an entry comes from.
    enum WeatherOrigin: String, Sendable {
        case none, typed, waiting, fetched
    }

    /// The weather of an entry's day, as typed or fetched.
    struct Weather: Sendable, Equatable {
        var kind: WeatherKind?
        /// In tenths of a degree Celsius.
        var temperature: Int?
        var source = WeatherOrigin.none
        /// Who knew it, where it was fetched.
        var provider: WeatherProvider?
    }

    /// How an entry came into the trash.
    enum Deletion: String, Sendable {
        /// Its author deleted it; only a button brings it back.
        case hand
        /// Its author took out all that was in it; the next visible character brings it back.
        case blank
    }

    let id: Identifier<DiaryEntry>
    let account: Account.ID
    /// `yyyy-MM-dd`, in Seoul.
    var day: String
    /// Minutes since midnight in Seoul.
    var minute: Int?
    var place: Place.ID?
    /// The place's name when the entry was saved; empty without a place.
    var placeName: String
    /// As typed; its first visible line is the title.
    var text: String
    var photoCount = 0
    var weather = Weather()
    /// Grows with each change of what was written.
    var rev = 1
    /// The id of the latest write.
    var lastWrite: String?
    /// The browser and system of the latest write.
    var editedOn: String
    var isRecalled = true
    var editedAt: Date
    var deletedAt: Date?
    var deletion: Deletion?

    var title: String { DiaryText.title(of: text) }

    static let maxEntries = 20_000
    static let maxPhotos = 10
    /// Of one account's entries together.
    static let maxPhotosInAll = 5_000
    /// After so long the trash loses an entry, and an entry its versions.
    static let trashLifetime: TimeInterval = 30 * 86_400
    static let maxVersions = 20
    /// Writing after so long without a save counts as a new session, in seconds.
    static let sessionTimeout: TimeInterval = 600
}

extension RateLimits {
    /// Saved states of one account's entries.
    var diaryWrites: RateLimit? { limit("diary-write", atOnce: 240, thenOneEach: .seconds(1)) }
    /// Deleted and restored entries of one account.
    var diaryDeletions: RateLimit? { limit("diary-deletion", atOnce: 240, thenOneEach: .seconds(5)) }
}

extension Device {
    /// As it stands beside an entry and its versions.
    var code: String { "\(browser.rawValue) \(system.rawValue)" }

    init(code: String) {
        let parts = code.split(separator: " ")
        self.init(browser: String(parts.first ?? ""), system: String(parts.last ?? ""))
    }
}

typealias DiaryCursor = Keyset<String, DiaryEntry>

/// When an entry was deleted, in milliseconds.
typealias DiaryTrashCursor = Keyset<Int64, DiaryEntry>
