import Foundation
import Synchronization

/// Moves the rows of a whole site from one database into another, of the other engine or the same. Photos and other files stay
/// where they are.
package struct SiteCopy: Sendable {
    /// Why a site cannot be moved, in words for a terminal.
    package struct Error: Swift.Error, CustomStringConvertible {
        package let description: String
    }

    /// Rows at one commit.
    private static let piece = 2_000

    private let source: any Database
    private let target: any Database
    private let districts: Districts

    /// - Parameters:
    ///   - source: with the newest schema; nobody may write to it meanwhile.
    ///   - target: empty.
    ///   - dataDirectory: with the districts, for the search index.
    package init(from source: any Database, to target: any Database, dataDirectory: String) throws {
        (self.source, self.target) = (source, target)
        districts = try Districts.load(from: dataDirectory)
    }

    /// - Parameter onTable: gets the name of each table before its rows are copied.
    /// - Returns: rows by table, the same in both.
    package func run(onTable: @escaping @Sendable (String) -> Void) async throws -> [String: Int] {
        guard try await target.read({ try $0.rowCounts().isEmpty }) else {
            throw Error(description: "the database to copy into is not empty")
        }
        try await Migrator().migrate(target)
        let tables = try await source.read { try $0.tableShapes() }
        let own = try await target.read { try $0.tableShapes() }
        guard Set(tables.map(\.sortedColumns)) == Set(own.map(\.sortedColumns)) else {
            throw Error(description: "the two databases have different tables: `moeum migrate` both with this release")
        }
        try await target.write { try $0.emptyTables(tables) }
        try await copy(tables, onTable)
        onTable("the search index")
        try await index()
        return try await compare(tables)
    }

    /// Reads all tables in one snapshot, on a thread of the source, which waits while a piece is written.
    private func copy(_ tables: [TableShape], _ onTable: @escaping @Sendable (String) -> Void) async throws {
        let (pieces, piece) = AsyncThrowingStream.makeStream(of: (TableShape, [[SQLValue]]).self)
        let isWritten = DispatchSemaphore(value: 0)
        let isBroken = Atomic(false)
        let reading = Task {
            do {
                try await source.read { transaction in
                    try transaction.allowLongReading()
                    for table in tables {
                        onTable(table.name)
                        try transaction.readRows(of: table, atOnce: Self.piece) { rows in
                            piece.yield((table, rows))
                            isWritten.wait()
                            if isBroken.load(ordering: .relaxed) { throw CancellationError() }
                        }
                    }
                }
                piece.finish()
            } catch { piece.finish(throwing: error) }
        }
        do {
            for try await (table, rows) in pieces {
                try await target.write { try $0.insertRows(rows, into: table) }
                isWritten.signal()
            }
        } catch {
            isBroken.store(true, ordering: .relaxed)
            isWritten.signal()
            throw error
        }
        await reading.value
    }

    private func index() async throws {
        var last: Place.ID? = .absent
        while let after = last {
            last = try await target.write { [districts] transaction in
                try transaction.indexPlaces(after: after, atMost: Self.piece, districts)
            }
        }
    }

    private func compare(_ tables: [TableShape]) async throws -> [String: Int] {
        let (before, after) = (
            try await source.read { try $0.rowCounts() }, try await target.read { try $0.rowCounts() }
        )
        let different = tables.map(\.name).filter { before[$0] != after[$0] }.sorted()
        guard different.isEmpty else {
            throw Error(
                description: "not all rows arrived, of \(different.joined(separator: ", ")); was somebody writing?"
            )
        }
        return after
    }
}

extension TableShape {
    /// Columns stand in another order where migrations added them differently.
    fileprivate var sortedColumns: String { "\(name): \(columnNames.sorted())" }
}
