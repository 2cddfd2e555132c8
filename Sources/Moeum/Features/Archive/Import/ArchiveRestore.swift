import Foundation

/// Imports a part's rows, some at a time: values are decoded without a transaction, places are looked up in a read, and the
/// write only saves the rows.
struct ArchiveRestore: Sendable {
    /// Saves rows and returns how many the account has now as in the archive; the others are skipped. Importing rows again does
    /// not duplicate them.
    typealias Write = @Sendable (Transaction, ArchiveRecipient) throws -> Int
    typealias LookUp = @Sendable (Transaction) throws -> Write

    /// The names of the archive's photos that records bring with them and the account does not have yet.
    typealias Photos = @Sendable (Transaction, Account.ID, [ArchiveRecord]) throws -> [String]

    let read: @Sendable ([ArchiveRecord]) -> LookUp
    private(set) var photos: Photos?

    /// - Parameter row: nil for a record with a value that would be refused by a form.
    init<Row: Sendable>(
        _ row: @escaping @Sendable (ArchiveRecord) -> Row?,
        write: @escaping @Sendable (Transaction, ArchiveRecipient, [Row]) throws -> Int
    ) {
        read = { records in
            let rows = records.compactMap(row)
            return { _ in { try write($0, $1, rows) } }
        }
    }

    /// For rows that each name a place; a row with an unknown place is skipped.
    init<Row: ArchivedAtPlace>(
        atPlaces row: @escaping @Sendable (ArchiveRecord) -> Row?,
        write: @escaping @Sendable (Transaction, ArchiveRecipient, [(place: Place.ID, row: Row)]) throws -> Int
    ) {
        read = { records in
            let rows = records.compactMap(row)
            return { reader in
                let known = try rows.compactMap { row in
                    try reader.placeMeant(by: row.place).map { (place: $0, row: row) }
                }
                return { try write($0, $1, known) }
            }
        }
    }

    /// For rows that may name a place; one whose place is unknown here comes without it.
    init<Row: Sendable>(
        _ row: @escaping @Sendable (ArchiveRecord) -> Row?,
        place: @escaping @Sendable (Row) -> ArchivedPlace?,
        write: @escaping @Sendable (Transaction, ArchiveRecipient, [(place: Place.ID?, row: Row)]) throws -> Int
    ) {
        read = { records in
            let rows = records.compactMap(row)
            return { reader in
                let found = try rows.map { row in
                    let meant = try place(row).flatMap { try reader.placeMeant(by: $0) }
                    return (place: try meant.map { try reader.canonicalPlaceID(for: $0) }, row: row)
                }
                return { try write($0, $1, found) }
            }
        }
    }
}

extension ArchiveRestore {
    /// The same for rows with photos, which are taken in before the rows are saved.
    func with(photos: @escaping Photos) -> ArchiveRestore {
        var restore = self
        restore.photos = photos
        return restore
    }

    /// Rows in one transaction; few where their photos wait for it.
    var batch: Int { photos == nil ? ArchiveImport.batch : 10 }
}

/// An imported row that names a place.
protocol ArchivedAtPlace: Sendable {
    var place: ArchivedPlace { get }
}

/// The account that an archive is imported into, and the screening of its texts.
struct ArchiveRecipient: Sendable {
    let account: Account.ID
    let screening: Screening
    let now: Date
    /// Those that were taken in for the rows, by their names in the archive.
    var photos: [String: Photo.ID] = [:]
}
