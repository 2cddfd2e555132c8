import RouterClient
import Testing

@testable import Moeum

/// What tests of screening do as staff would.
extension TestSite {
    func block(_ words: (BlockedWord.Kind, String, BlockedWord.Effect)...) async throws {
        let act = Act(actor: .command, at: now, press: app.press)
        try await app.database.write { transaction in
            for (kind, text, effect) in words {
                let target = Deed.Target(.word, text)
                try transaction.perform(.addWord, on: target, .blockedWord, key: kind.rawValue, act) { _ in
                    ["text": text, "effect": effect.rawValue]
                }
            }
        }
    }

    func set(_ name: SiteSettings.Name, to value: Int) async throws {
        try await app.database.write { try $0.keep(value, for: name) }
    }

    func causes(_ id: Review.ID) async throws -> Set<Withholding> {
        Set(try await app.database.read { try $0.withholdings(of: .review(id)) }.keys)
    }

    func livingCase(_ id: Review.ID) async throws -> ReportCase? {
        try await app.database.read { try $0.livingCase(of: Deed.Target(.review, id)) }
    }

    /// Staff look at a review's case and find nothing wrong.
    func dismiss(_ id: Review.ID, by staff: Account.ID) async throws {
        try await dismiss(Deed.Target(.review, id), by: staff)
    }

    func dismiss(_ target: Deed.Target, by staff: Account.ID) async throws {
        try await decide(.dismiss, on: target, by: staff)
    }

    func deeds(on id: Review.ID) async throws -> [Deed] {
        try await app.database.read {
            try $0.deeds(where: "d.target_kind = 'review' AND d.target_key = \(String(id))", limit: 100)
        }
    }

    func drift() async throws -> [String] { try await app.database.read { try $0.driftedCounts() } }
}

extension ReviewHand {
    /// The answer to the usual form.
    func send(once: String = SystemRandom.name(), _ changes: [String: [String]] = [:]) async throws -> TestResponse {
        try await browser.postFiles(path, fields(once: once, changes))
    }
}
