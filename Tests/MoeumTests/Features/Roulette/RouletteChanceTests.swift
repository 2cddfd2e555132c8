import Foundation
import Testing

@testable import Moeum

/// Chance itself: every place as likely as any other, whatever the filters, the round and the size of the pool.
@Suite(.cleanup)
struct RouletteChanceTests {
    /// Pearson's statistic of counts that should be equal.
    private func chiSquare(_ counts: [Int]) -> Double {
        let expected = Double(counts.reduce(0, +)) / Double(counts.count)
        return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    }

    /// What the statistic exceeds once in a million, by the approximation of Wilson and Hilferty (1931).
    private func bound(_ places: Int) -> Double {
        let freedom = Double(places - 1)
        let deviate = 4.7534
        let root = 1 - 2 / (9 * freedom) + deviate * (2 / (9 * freedom)).squareRoot()
        return freedom * root * root * root
    }

    /// Chance is ours and not the engine's: PostgreSQL, where a turn costs more, is asked less often.
    private func turns(_ count: Int, on engine: TestEngine) -> Int { engine == .sqlite ? count : count / 6 }

    private func counts(
        _ roulette: RouletteFixture,
        _ text: String,
        turns: Int,
        using generator: some RandomNumberGenerator & Sendable
    ) async throws -> [Place.ID: Int] {
        try await roulette.database.write { transaction in
            var generator = generator
            let query = RouletteFixture.query(text)
            guard let pool = try transaction.roulettePool(query, for: roulette.reader) else { return [:] }
            let excluded = try transaction.excludedPlaces(from: pool, by: query, for: roulette.reader)
            var counts: [Place.ID: Int] = [:]
            for _ in 0..<turns {
                let place = try transaction.drawPlace(from: pool, leavingOut: excluded, using: &generator)
                counts[place ?? 0, default: 0] += 1
            }
            return counts
        }
    }

    @Test("Each place is as likely as any other", arguments: TestEngine.available)
    func isFair(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(20, on: engine)
        let seeded = try await counts(
            roulette,
            "from=district",
            turns: turns(20_000, on: engine),
            using: SeededGenerator(state: 7)
        )
        #expect(Set(seeded.keys) == Set(roulette.places))
        #expect(chiSquare(Array(seeded.values)) < bound(20))
        let system = try await counts(
            roulette,
            "from=district",
            turns: turns(20_000, on: engine),
            using: SystemRandomNumberGenerator()
        )
        #expect(Set(system.keys) == Set(roulette.places))
        #expect(chiSquare(Array(system.values)) < bound(20))
    }

    @Test("The bound detects a place that is favoured by a third")
    func boundDetectsBias() {
        // One in twenty that comes up a third more often than the others.
        #expect(chiSquare(Array(repeating: 984, count: 19) + [1_312]) > bound(20))
        #expect(abs(bound(20) - 63.2) < 1.5)
    }

    @Test("Filtered pools are fair", arguments: TestEngine.available)
    func isFairWithFilters(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(40, on: engine)
        let leftOut = roulette.places.prefix(3).map { "&not=\($0)" }.joined()
        for text in [
            "from=district&district=mapo\(leftOut)", "from=nearby&near=37.57,126.92&kind=restaurant\(leftOut)",
        ] {
            let pool = try await roulette.pool(text)
            #expect(pool.count > 8)
            let counts = try await counts(
                roulette,
                text,
                turns: turns(10_000, on: engine),
                using: SeededGenerator(state: 11)
            )
            #expect(Set(counts.keys) == pool)
            #expect(chiSquare(Array(counts.values)) < bound(pool.count), "\(text)")
        }
    }

    @Test("A pool that is too large to load is fair", arguments: TestEngine.available)
    func isFairWhenLarge(_ engine: TestEngine) async throws {
        let count = RoulettePool.smallPoolSize + 88
        let roulette = try await RouletteFixture(count, on: engine)
        let leftOut = roulette.places.suffix(40).map { "&not=\($0)" }.joined()
        let counts = try await counts(
            roulette,
            "from=district\(leftOut)",
            turns: turns(30_000, on: engine),
            using: SeededGenerator(state: 3)
        )
        #expect(Set(counts.keys) == Set(roulette.places.dropLast(40)))
        #expect(chiSquare(Array(counts.values)) < bound(count - 40))
    }

    @Test("Each order of a round is as likely as any other", arguments: TestEngine.available)
    func roundsAreFair(_ engine: TestEngine) async throws {
        // Of three places, each order of a round is as likely as any other.
        let roulette = try await RouletteFixture(3, on: engine)
        let orders = try await roulette.database.write { transaction in
            var generator = SeededGenerator(state: 5)
            var orders: [[Place.ID]: Int] = [:]
            for number in 0..<turns(1_200, on: engine) {
                let spinner = RouletteSpinner(visitor: SecretToken())
                let order = try (0..<3).compactMap { _ in
                    try transaction.turn(
                        RouletteFixture.query("from=district"),
                        by: spinner,
                        at: roulette.now + Double(number),
                        using: &generator
                    )?.pick
                }
                orders[order, default: 0] += 1
            }
            return orders
        }
        #expect(orders.count == 6)
        #expect(chiSquare(Array(orders.values)) < bound(6))
    }
}
