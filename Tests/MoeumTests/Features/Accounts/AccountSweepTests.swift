import Foundation
import Testing

@testable import Moeum

/// What is past its time goes, and nothing else.
@Suite(.cleanup)
struct AccountSweepTests {
    private static let day: TimeInterval = 86_400
    private static let origin = DeviceOrigin(device: Device(userAgent: nil), network: "203.0.113.x")

    private func insert(_ transaction: Transaction, _ name: String, verifiedAt: Date?, at: Date) throws -> Account.ID {
        let input = Account.Input(
            email: try EmailAddress("\(name)@haneul.example"),
            nickname: try Nickname(name, reserved: ReservedNames("")),
            passwordHash: nil,
            language: .korean,
            theme: .auto,
            verifiedAt: verifiedAt
        )
        return try #require(try transaction.insertAccount(input, at: at))
    }

    private static func count(_ database: any Database, _ table: String) async throws -> Int {
        let query = SQL(stringLiteral: "SELECT count(*) FROM \(table)")
        return try await database.read { try $0.first(query) { try $0.int(0) } ?? 0 }
    }

    @Test("Each kind of row is deleted when its time is over and not before", arguments: TestEngine.available)
    func deleteInTime(_ engine: TestEngine) async throws {
        let start = Date(milliseconds: 1_800_000_000_000)
        let database = try await engine.database(.tables)
        try await database.write { transaction in
            let id = try insert(transaction, "garam", verifiedAt: start, at: start)
            for purpose in TokenPurpose.allCases {
                try transaction.insertAccountToken(AccountToken.Secrets(), for: purpose, of: id, at: start)
            }
            let address = try EmailAddress("garam@haneul.example")
            try transaction.insertEmailUndo(SecretToken(), of: id, to: address, at: start)
            let challenge = LoginChallenge(accountID: id, isRemembered: false, nextPath: "/")
            try transaction.insertLoginChallenge(SecretToken(), challenge, at: start)
            try transaction.beginSession(of: id, SecretToken(), isRemembered: true, from: Self.origin, at: start)
            try transaction.recordSecurityEvent(.loggedIn, of: id, from: Self.origin, at: start)
            _ = try transaction.rememberDevice("mark", of: id, at: start + Self.day)
            _ = try transaction.consumeRateLimit(
                RateLimit("made-up", atOnce: 2, thenOneEach: .seconds(60)),
                for: "garam",
                at: start.milliseconds
            )
            try transaction.execute(
                """
                INSERT INTO outbox (id, message_id, kind, recipient, recipient_key, language, subject, body_text, body_html,
                    created_at)
                VALUES (1, 'a@moeum.example', 'verify', 'garam@haneul.example', 'garam@haneul.example', 'ko', 's', 't', 'h', 1)
                """
            )
            try transaction.execute(
                """
                INSERT INTO jobs (kind, key, due_at, attempts, died_at)
                VALUES ('mail', '1', 1, 45, \(start.milliseconds))
                """
            )
        }
        // Table, and when its rows end: each is there a moment before and gone at that moment.
        let ends: [(table: String, after: TimeInterval, left: Int)] = [
            ("rate_limits", 60.001, 0), ("login_challenges", 600, 0), ("account_tokens", 1_800, 5),
            ("account_tokens", 3_600, 4), ("account_tokens", 86_400, 0), ("email_undos", 7 * Self.day, 0),
            ("sessions", 14 * Self.day, 0), ("outbox", 30 * Self.day, 0), ("security_events", 365 * Self.day, 0),
            ("known_devices", 366 * Self.day, 0),
        ]
        let sweep = AccountSweep(database: database)
        for end in ends {
            try await sweep.run(at: start + end.after - 0.002)
            #expect(try await Self.count(database, end.table) > end.left, "\(end)")
            try await sweep.run(at: start + end.after)
            #expect(try await Self.count(database, end.table) == end.left, "\(end)")
        }
        #expect(try await Self.count(database, "accounts") == 1)
    }

    @Test("Sessions in use end after ninety days and are deleted in batches", arguments: TestEngine.available)
    func deleteInBatches(_ engine: TestEngine) async throws {
        let start = Date(milliseconds: 1_800_000_000_000)
        let database = try await engine.database(.tables)
        try await database.write { transaction in
            let id = try insert(transaction, "garam", verifiedAt: start, at: start)
            for _ in 0..<25 {
                try transaction.beginSession(of: id, SecretToken(), isRemembered: true, from: Self.origin, at: start)
            }
            try transaction.execute("UPDATE sessions SET seen_at = \((start + 90 * Self.day).milliseconds)")
        }
        let sweep = AccountSweep(database: database, batch: 10)
        #expect(try await sweep.run(at: start + 90 * Self.day - 1) == 0)
        #expect(try await database.write { try AccountSweep.expiredSessions($0, start + 90 * Self.day, 10) } == 10)
        #expect(try await sweep.run(at: start + 90 * Self.day) == 15)
    }

    @Test("Accounts that were never confirmed are erased unless somebody uses them", arguments: TestEngine.available)
    func eraseUnconfirmed(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let database = site.app.database
        let start = Date(milliseconds: 1_800_000_000_000)
        let ids = try await database.write { transaction -> [String: Account.ID] in
            let names = ["unused", "used", "verified"]
            var ids: [String: Account.ID] = [:]
            for name in names {
                ids[name] = try insert(transaction, name, verifiedAt: name == "verified" ? start : nil, at: start)
            }
            _ = try transaction.rememberDevice("mark", of: ids["used"] ?? 0, at: start + Self.day)
            return ids
        }
        let eraser = site.app.accountMaintenance.eraser
        #expect(try await eraser.run(at: start + 30 * Self.day - 1) == 0)
        #expect(try await eraser.run(at: start + 30 * Self.day) == 1)
        #expect(try await database.read { try $0.account(ids["unused"] ?? 0) } == nil)
        #expect(try await eraser.run(at: start + 31 * Self.day) == 1)
        #expect(try await database.read { try $0.account(ids["used"] ?? 0) } == nil)
        #expect(try await eraser.run(at: start + 400 * Self.day) == 0)
        // Nobody asked for a mail about an address that nobody confirmed.
        #expect(try await Self.count(database, "outbox") == 0)
    }
}
