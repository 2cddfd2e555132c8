import RouterClient
import Testing

@testable import Moeum

/// What tests of screening do as staff would.
extension TestSite {
    func block(_ words: (BlockedWord.Kind, String, BlockedWord.Effect)...) async throws {
        let audit = AuditContext(actor: .command, at: now, emailRenderer: app.emailRenderer)
        try await app.database.write { transaction in
            for (kind, text, effect) in words {
                let target = AuditEntry.Target(.word, text)
                try transaction.recordChange(.addWord, on: target, .blockedWord, key: kind.rawValue, audit) { _ in
                    BlockedWordState(text: text, effect: effect)
                }
            }
        }
    }

    func set(_ name: SiteSettings.Name, to value: Int) async throws {
        try await app.database.write { try $0.saveSiteSetting(value, for: name) }
    }

    func causes(_ id: Review.ID) async throws -> Set<HiddenReason> {
        Set(try await app.database.read { try $0.hiddenReasons(of: .review(id)) }.keys)
    }

    func currentCase(_ id: Review.ID) async throws -> ReportCase? {
        try await app.database.read { try $0.openCase(of: AuditEntry.Target.review(id)) }
    }

    /// Staff look at a review's case and find nothing wrong.
    func dismiss(_ id: Review.ID, by staff: Account.ID) async throws {
        try await dismiss(AuditEntry.Target.review(id), by: staff)
    }

    func dismiss(_ target: AuditEntry.Target, by staff: Account.ID) async throws {
        try await decide(.dismiss, on: target, by: staff)
    }

    func auditEntries(on id: Review.ID) async throws -> [AuditEntry] {
        try await app.database.read {
            try $0.auditEntries(where: "d.target_kind = 'review' AND d.target_key = \(String(id))", limit: 100)
        }
    }

    func drift() async throws -> [String] { try await app.database.read { try $0.driftedCounts() } }
}

extension ReviewClient {
    /// The answer to the usual form.
    func send(once: String = SystemRandom.name(), _ changes: [String: [String]] = [:]) async throws -> TestResponse {
        try await browser.postFiles(path, fields(once: once, changes))
    }
}
