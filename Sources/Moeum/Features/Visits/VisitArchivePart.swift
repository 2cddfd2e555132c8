import Foundation

extension ArchivePart {
    static let visits = ArchivePart(
        name: "visits",
        columns: ArchivedPlace.columns + [
            Column(name: "visitedOn", kind: .text), Column(name: "notedAt", kind: .time),
        ],
        rows: { try $0.archivedVisits(of: $1) },
        restore: { transaction, account, records in
            let today = SeoulTime(.now).isoDay
            return try records.filter { try transaction.restoreVisit($0, to: account, today: today) }.count
        }
    )

    /// What came up is remembered so that it does not come up again before everything has; it is of no use elsewhere.
    static let roulettePicks = ArchivePart(
        name: "roulette-picks",
        columns: ArchivedPlace.columns + [Column(name: "pickedAt", kind: .time)],
        rows: { try $0.archivedRoulettePicks(of: $1) }
    )
}
