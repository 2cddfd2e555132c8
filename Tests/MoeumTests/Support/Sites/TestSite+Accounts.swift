import Foundation

@testable import Moeum

extension TestSite {
    /// Puts an account and a session of it into the database, and the session's cookie into a browser.
    /// - Parameter age: how long ago somebody joined, in seconds; most are no newcomers, for whom there are rules of their own.
    @discardableResult
    func logIn(
        _ browser: TestBrowser,
        nickname: String,
        role: Role = .member,
        hasTwoFactor: Bool = false,
        isSuspended: Bool = false,
        isVerified: Bool = true,
        age: TimeInterval = 30 * 86_400
    ) async throws -> Account.ID {
        let session = SecretToken()
        let origin = DeviceOrigin(device: Device(userAgent: nil), network: "203.0.113.x")
        let input = Account.Input(
            email: try EmailAddress("\(UUID().uuidString)@haneul.example"),
            nickname: try Nickname(nickname, reserved: ReservedNames("")),
            passwordHash: nil,
            language: .korean,
            theme: .auto,
            role: role,
            verifiedAt: isVerified ? now : nil
        )
        let id = try await app.database.write { transaction -> Account.ID in
            guard let id = try transaction.insertAccount(input, at: now - age) else { return 0 }
            try transaction.beginSession(of: id, session, isRemembered: true, from: origin, at: now)
            if hasTwoFactor {
                try transaction.execute(
                    "INSERT INTO two_factor (account_id, secret, created_at, enabled_at) VALUES (\(id), 'AA', 1, 1)"
                )
            }
            if isSuspended { try transaction.suspend(id) }
            return id
        }
        browser.setCookie(app.config.cookies.sessionName, session.text)
        return id
    }
}

extension TestSite {
    /// A session without a login.
    func beginSession(of id: Account.ID, in browser: TestBrowser) async throws {
        let session = SecretToken()
        let origin = DeviceOrigin(device: Device(userAgent: nil), network: "203.0.113.x")
        try await app.database.write {
            try $0.beginSession(of: id, session, isRemembered: true, from: origin, at: now)
        }
        browser.setCookie(app.config.cookies.sessionName, session.text)
    }

    /// Two-factor that nobody has a code for, and one recovery code that nobody knows.
    func turnOnTwoFactor(of id: Account.ID) async throws {
        try await execute(
            "INSERT INTO two_factor (account_id, secret, created_at, enabled_at) VALUES (\(id), 'AA', 1, 1)"
        )
        try await execute("INSERT INTO recovery_codes (account_id, code_hash) VALUES (\(id), 'made up')")
    }
}

extension Transaction {
    func suspend(_ id: Account.ID) throws {
        try execute(
            """
            INSERT INTO sanctions (id, account_id, kind, reason, note, starts_at)
            VALUES (\(Sanction.ID.next()), \(id), 'suspension', 'spam', 'made up', 1)
            """
        )
    }
}

extension TestSite {
    /// The site with a browser in which somebody is logged in.
    static func withMember(on engine: TestEngine = .sqlite) async throws -> (TestSite, TestBrowser, Account.ID) {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        return (site, browser, try await site.logIn(browser, nickname: "돌리는 이"))
    }
}
