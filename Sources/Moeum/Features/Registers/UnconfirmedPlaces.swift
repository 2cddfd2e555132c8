import Foundation

/// Marks restaurants whose existence nothing has confirmed for a year, so that lists have them one star lower.
struct UnconfirmedPlaces: Sendable {
    /// How many places one transaction changes.
    static let batch = 500

    let database: any Database
    let clock: @Sendable () -> Date

    /// Changes the marks that are wrong today.
    @Sendable func run() async throws {
        let day = clock()
        while true {
            let wrong = try await database.read { transaction in
                try transaction.allowLongReading()
                return try transaction.placesWithWrongMark(on: day, limit: Self.batch)
            }
            guard !wrong.isEmpty else { return }
            try await database.write { try $0.correctMarks(of: wrong) }
            guard wrong.count == Self.batch else { return }
        }
    }
}
