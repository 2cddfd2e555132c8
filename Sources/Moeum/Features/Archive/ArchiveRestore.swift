import Foundation

/// How a part's rows come back, some at a time: what they say is read without a transaction, the places that they mean are
/// looked up in a read, and a write does no more than keep them.
struct ArchiveRestore: Sendable {
    /// Keeps rows and returns how many now stand in the account as the archive has them; the others are skipped. Taken in
    /// twice, they are there once.
    typealias Write = @Sendable (Transaction, ArchiveRecipient) throws -> Int
    typealias LookUp = @Sendable (Transaction) throws -> Write

    let read: @Sendable ([ArchiveRecord]) -> LookUp

    /// - Parameter row: nil for a record that holds something that no form would have taken.
    init<Row: Sendable>(
        _ row: @escaping @Sendable (ArchiveRecord) -> Row?,
        write: @escaping @Sendable (Transaction, ArchiveRecipient, [Row]) throws -> Int
    ) {
        read = { records in
            let rows = records.compactMap(row)
            return { _ in { try write($0, $1, rows) } }
        }
    }

    /// Of rows that each name a place; one that the site does not know leaves its row out.
    init<Row: ArchivedAtPlace>(
        atPlaces row: @escaping @Sendable (ArchiveRecord) -> Row?,
        write: @escaping @Sendable (Transaction, ArchiveRecipient, [(place: Place.ID, row: Row)]) throws -> Int
    ) {
        read = { records in
            let rows = records.compactMap(row)
            return { reader in
                let known = try rows.compactMap { row in
                    try reader.placeMeant(meant: row.place).map { (place: $0, row: row) }
                }
                return { try write($0, $1, known) }
            }
        }
    }
}

/// What an archive says of a place.
protocol ArchivedAtPlace: Sendable {
    var place: ArchivedPlace { get }
}

/// Whose account an archive comes into, and by what rules.
struct ArchiveRecipient: Sendable {
    let account: Account.ID
    let screening: Screening
    let now: Date
}
