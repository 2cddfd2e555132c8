import Foundation

@testable import Moeum

/// Places in a database of their own, and somebody who turns the wheel over them.
struct RouletteFixture: Sendable {
    let database: any Database
    /// In the order of their ids.
    let places: [Place.ID]
    let account: Account.ID
    let now = Date(timeIntervalSince1970: 1_795_212_000)

    /// - Parameters:
    ///   - count: how many places there are: half in Mapo, half in Jung; every fifth a bookshop.
    init(_ count: Int, on engine: TestEngine = .sqlite) async throws {
        database = try await PlacesFixture.database(on: engine)
        try await database.write { transaction in
            for number in 0..<count {
                let record = PlacesFixture.record("\(number)", "가게 \(number)") { record in
                    record.district = number.isMultiple(of: 2) ? "mapo" : "jung"
                    if number % 5 == 4 { (record.kind, record.category) = (.bookshop, "독립서점") }
                    record.position = Place.Position(
                        latitude: 37.55 + Double(number) / 1_000,
                        longitude: 126.92,
                        precision: .exact
                    )
                }
                _ = try transaction.upsertPlace(record, PlacesFixture.districts, now: 1)
            }
        }
        places = try await database.read { transaction in
            try transaction.rows("SELECT id FROM places ORDER BY id").map { try $0.id(0) as Place.ID }
        }
        account = try await Self.account(in: database)
    }

    static func account(in database: any Database) async throws -> Account.ID {
        let input = Account.Input(
            email: try EmailAddress("\(UUID().uuidString)@haneul.example"),
            nickname: try Nickname("돌리는 이 \(Int.random(in: 0..<100_000))", reserved: ReservedNames("")),
            passwordHash: nil,
            language: .korean,
            theme: .auto,
            role: .member,
            verifiedAt: Date(milliseconds: 1)
        )
        return try await database.write { try $0.insertAccount(input, at: Date(milliseconds: 1)) ?? 0 }
    }

    static func query(_ text: String) -> RouletteQuery {
        let items = (try? Form(text.utf8).items) ?? []
        return RouletteQuery(items, districts: PlacesFixture.districts, hasAccount: true).narrowed
    }

    var member: RouletteSpinner { RouletteSpinner(account: account) }
    var reader: RouletteReader { RouletteReader(account: account, now: now) }

    /// Turns the wheel with the system's generator.
    func spin(_ text: String, by spinner: RouletteSpinner? = nil) async throws -> RouletteOutcome? {
        let spinner = spinner ?? member
        return try await database.write { transaction in
            var generator = SystemRandomNumberGenerator()
            return try transaction.turn(Self.query(text), by: spinner, at: now, using: &generator)
        }
    }

    func pool(_ text: String) async throws -> Set<Place.ID> {
        try await database.read { transaction in
            let query = Self.query(text)
            guard let pool = try transaction.roulettePool(query, for: reader) else { return [] }
            return Set(try transaction.poolPlaces(of: pool)).subtracting(
                try transaction.excludedPlaces(from: pool, by: query, for: reader)
            )
        }
    }
}

extension Transaction {
    /// Makes the pool and turns the wheel once.
    func turn(
        _ query: RouletteQuery,
        by spinner: RouletteSpinner,
        at now: Date,
        using generator: inout some RandomNumberGenerator
    ) throws -> RouletteOutcome? {
        let reader = RouletteReader(account: spinner.account, now: now)
        guard let turn = try rouletteTurn(query, for: reader) else { return nil }
        return try spinRoulette(
            turn.query.poolKey,
            of: turn.pool,
            leavingOut: turn.excluded,
            by: spinner,
            at: now,
            using: &generator
        )
    }
}
