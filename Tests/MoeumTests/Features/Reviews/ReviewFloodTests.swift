import Foundation
import Testing

@testable import Moeum

/// The same review many times at the same moment, over sockets.
struct ReviewFloodTests {
    private static func review(once: String) -> [UInt8] {
        var form = MadeUpForm()
        form.add("once", once)
        form.add("rating", "4")
        form.add("body", "\u{2603} snow on the roof, soup on the table")
        form.add("act", "publish")
        return form.closed
    }

    /// The statuses of a hundred posts that are on their way together, and the reviews that came of them.
    private func flood(_ once: @escaping @Sendable (Int) -> String) async throws -> (statuses: [Int], rows: Int64) {
        let outcome = Outcome()
        try await UploadSite.run(.review) { site in
            let statuses = await withTaskGroup(of: Int.self) { group in
                for number in 1...100 {
                    group.addTask { await site.send(Self.review(once: once(number))).statuses.first ?? 0 }
                }
                return await group.reduce(into: [Int]()) { $0.append($1) }
            }
            await outcome.set(statuses, try await site.traces().rows["reviews"] ?? 0)
            let counted = try await site.live.app.database.read { transaction in
                try transaction.first(
                    "SELECT stars_4, review_count FROM places WHERE id = \(site.place)"
                ) { [try $0.int64(0), try $0.int64(1)] }
            }
            #expect(counted == [1, 1])
        }
        return await (outcome.statuses, outcome.rows)
    }

    private actor Outcome {
        private(set) var statuses: [Int] = []
        private(set) var rows: Int64 = 0

        func set(_ statuses: [Int], _ rows: Int64) { (self.statuses, self.rows) = (statuses, rows) }
    }

    @Test func oneFormSentAHundredTimesIsOneReview() async throws {
        let (statuses, rows) = try await flood { _ in "abcdefghijklmnop" }
        #expect(rows == 1)
        #expect(statuses == Array(repeating: 303, count: 100))
    }

    @Test func ofAHundredFormsOneIsTheReview() async throws {
        let (statuses, rows) = try await flood { "abcdefghijklmn\($0)" }
        #expect(rows == 1)
        #expect(statuses.filter { $0 == 303 }.count == 1)
        #expect(statuses.filter { $0 == 409 }.count == 99)
    }
}
