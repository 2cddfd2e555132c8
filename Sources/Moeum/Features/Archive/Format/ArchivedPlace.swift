import Foundation

/// A place in a row of an archive. Another installation has other ids, so the name counts too.
struct ArchivedPlace: Sendable {
    let id: Place.ID?
    let name: String
    /// The search key of the name that people know.
    let key: String
    let district: String?

    /// The columns that name a place.
    static let columns = [
        ArchivePart.Column("placeId", .integer), ArchivePart.Column("place", .text),
        ArchivePart.Column("district", .text),
    ]

    init?(_ record: ArchiveRecord) {
        guard let name = record.text("place") else { return nil }
        self.name = name
        key = KoreanText.key(PlaceName.shown(name))
        id = record.integer("placeId").map(Place.ID.init(rawValue:))
        district = record.text("district")
    }
}

/// A time in a row of an archive: never in the future.
enum ArchivedTime {
    static func past(_ time: Date?, now: Date = .now) -> Date { min(time ?? now, now) }

    /// A time by which a row is known again: one of the future is the same at each import too.
    static func identity(_ time: Date, now: Date = .now) -> Date { time > now ? Date(timeIntervalSince1970: 0) : time }
}
