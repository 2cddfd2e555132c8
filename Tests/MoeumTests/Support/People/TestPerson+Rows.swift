import Foundation
import RouterClient
import Testing

@testable import Moeum

extension TestPerson {
    /// Puts a verified account with this person's password into the database, without the pages that make one.
    @discardableResult
    func exist(on site: TestSite, role: Role = .member, hash: String? = nil) async throws -> Account.ID {
        let password = try #require(Password(typed: password))
        let made: String
        if let hash { made = hash } else { made = try await site.app.passwords.hash(password) }
        let input = Account.Input(
            email: try EmailAddress(email),
            nickname: try Nickname(nickname, reserved: ReservedNames("")),
            passwordHash: made,
            language: .korean,
            theme: .auto,
            role: role,
            verifiedAt: site.now
        )
        return try #require(try await site.app.database.write { try $0.insertAccount(input, at: site.now) })
    }
}

extension TestSite {
    /// A site on which passwords cost next to nothing.
    static let quick = ["MOEUM_ARGON2_MEMORY": "64"]

    /// Runs a statement of the test's own.
    func execute(_ sql: SQL) async throws {
        try await app.database.write { try $0.execute(sql) }
    }

    func count(_ sql: SQL) async throws -> Int {
        try await app.database.read { try $0.first(sql) { try $0.int(0) } ?? 0 }
    }

    /// Lets the limits' clocks run on.
    func passLimits(_ seconds: Int) async throws {
        try await execute(
            "UPDATE rate_limits SET theoretical_arrival = theoretical_arrival - \(seconds * 1_000)"
        )
    }
}

extension TestResponse {
    /// The token in the page's form.
    var formToken: String? { get throws { try html.first("input[name=csrf]")?["value"] } }

    /// What a hidden field of the form that goes to an address holds.
    func hidden(_ name: String, of action: String = "/login") throws -> String? {
        try html.first("form[action=\(action)] input[type=hidden][name=\(name)]")?["value"]
    }
}
