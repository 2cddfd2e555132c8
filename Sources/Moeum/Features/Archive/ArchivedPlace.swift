import Foundation

/// A place as a row of an archive names it. On another installation the number is another's, so the name counts too.
struct ArchivedPlace: Sendable {
    let id: Place.ID?
    let name: String
    /// As places are found by it.
    let key: String
    let district: String?

    /// The columns that name a place.
    static let columns = [
        ArchivePart.Column(name: "placeId", kind: .integer), ArchivePart.Column(name: "place", kind: .text),
        ArchivePart.Column(name: "district", kind: .text),
    ]

    init?(_ record: ArchiveRecord) {
        guard let name = record.text("place") else { return nil }
        self.name = name
        key = KoreanText.key(name)
        id = record.integer("placeId")
        district = record.text("district")
    }
}

/// A time that a row of an archive names, as nothing is kept that has not been.
enum ArchivedTime {
    static func past(_ time: Date?, now: Date = .now) -> Date { min(time ?? now, now) }
}
