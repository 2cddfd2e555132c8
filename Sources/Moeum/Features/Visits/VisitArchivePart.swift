import Foundation

extension ArchivePart {
    static let visits = ArchivePart(
        name: "visits",
        columns: ArchivedPlace.columns + [Column("visitedOn", .text), Column("notedAt", .time)],
        rows: { try $0.archivedVisits(of: $1) },
        restore: ArchiveRestore(atPlaces: ArchivedVisit.init) { transaction, recipient, visits in
            for (place, visit) in visits {
                _ = try transaction.insertVisit(place, on: visit.day, by: recipient.account, at: visit.notedAt)
            }
            return visits.count
        },
        // Three a day for eighteen years.
        limits: ArchiveRows.Limits(rows: 20_000, bytesPerRow: 16 << 10)
    )

    /// Picks are remembered so that none comes up again before all others have; other sites have no use for them.
    static let roulettePicks = ArchivePart(
        name: "roulette-picks",
        columns: ArchivedPlace.columns + [Column("pickedAt", .time)],
        rows: { try $0.archivedRoulettePicks(of: $1) }
    )
}

/// A visit in an archive.
struct ArchivedVisit: ArchivedAtPlace {
    let place: ArchivedPlace
    let day: String
    let notedAt: Date

    /// Nil for a record that no form would accept.
    init?(_ record: ArchiveRecord) {
        guard let place = ArchivedPlace(record), let typed = record.text("visitedOn"), !typed.isEmpty,
            let day = try? Visit.day(typed, today: SeoulTime(.now).isoDay)
        else { return nil }
        self.place = place
        self.day = day
        notedAt = ArchivedTime.past(record.time("notedAt"))
    }
}
