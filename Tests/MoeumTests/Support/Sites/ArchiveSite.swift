import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import RouterClient
import Testing

@testable import Moeum

/// The site with people whose archives are made, each known by a cookie that holds the account's number.
struct ArchiveSite {
    let app: App
    let clock: TestClock
    private let members: [Account.ID: Member]

    init(on engine: TestEngine = .sqlite) async throws {
        let site = try await TestSite(on: engine)
        (app, clock) = (site.app, site.clock)
        members = Dictionary(
            uniqueKeysWithValues: (1...5).map { (Account.ID(rawValue: $0), Self.member($0, site.now)) }
        )
        try await insertAccounts()
    }

    private static func member(_ id: Int64, _ now: Date) -> Member {
        Member(
            id: Identifier(rawValue: id),
            sessionID: Identifier(rawValue: id),
            nickname: "nick\(id)",
            role: .member,
            isVerified: id != 4,
            isSuspended: id == 3,
            isRestrictedFromPosting: id == 5,
            hasTwoFactor: false,
            confirmedAt: id == 1 ? now : Date(timeIntervalSince1970: 0),
            formToken: "token\(id)"
        )
    }

    /// Keeps somebody from publishing: `unverified`, `no-posting` or `suspended`.
    func restrict(_ account: Account.ID, as restriction: String) async throws {
        try await app.database.write { transaction in
            guard restriction != "unverified" else {
                return _ = try transaction.execute("UPDATE accounts SET verified_at = NULL WHERE id = \(account)")
            }
            let kind = restriction == "suspended" ? "suspension" : restriction
            try transaction.execute(
                """
                INSERT INTO sanctions (id, account_id, kind, reason, note, starts_at)
                VALUES (\(Sanction.ID.next()), \(account), \(kind), 'spam', 'made up', 1)
                """
            )
        }
    }

    /// The first has something of everything, the second has nothing but a profile.
    private func insertAccounts() async throws {
        try await app.database.write { transaction in
            for id: Int64 in [1, 2] {
                try transaction.execute(
                    """
                    INSERT INTO accounts (id, email, email_key, nickname, nickname_key, bio, language, theme,
                        password_hash, created_at, verified_at)
                    VALUES (\(id), \("a\(id)@moeum.example"), \("a\(id)@moeum.example"), \("nick\(id)"), \("nick\(id)"),
                        \(id == 1 ? "=1+1\n\u{D55C}\u{AE00}, \"hi\"" : ""), \(id == 1 ? "en" : "ko"),
                        \(id == 1 ? "dark" : "auto"), 'secret-hash', 1700000000123, 1700000000456)
                    """
                )
            }
            for number: Int64 in 1...3 {
                try transaction.execute(
                    """
                    INSERT INTO sessions (id, account_id, token_hash, is_remembered, browser, system, network, created_at,
                        seen_at, confirmed_at)
                    VALUES (\(number), 1, \("secret-token-\(number)"), 1, 'Firefox', '@Linux', '203.0.113.x', \(number), 5, 5)
                    """
                )
                try transaction.execute(
                    """
                    INSERT INTO security_events (id, account_id, kind, browser, system, network, detail, at)
                    VALUES (\(number), 1, 'login', 'Firefox', 'Linux', '203.0.113.x', NULL, \(number))
                    """
                )
            }
            for document in ["privacy", "terms"] {
                try transaction.execute(
                    "INSERT INTO consents (account_id, document, version, agreed_at) VALUES (1, \(document), '1', 7)"
                )
            }
            try transaction.execute(
                """
                INSERT INTO sanctions (id, account_id, kind, reason, note, starts_at) VALUES
                    (1, 1, 'warning', 'spam', '-note', 9)
                """
            )
            try transaction.execute(
                "INSERT INTO two_factor (account_id, secret, created_at, enabled_at) VALUES (1, 'secret-otp', 1, 2)"
            )
        }
    }

    var now: Date { app.clock() }

    /// What every row of an account says, to be compared.
    func profile(_ account: Account.ID) async throws -> [[ArchiveValue]] {
        try await app.database.read { try ArchivePart.profile.rows($0, account) }
    }

    func jobs(_ kind: ArchiveJob.Kind, of account: Account.ID = 1) async throws -> [ArchiveJob] {
        try await app.database.read { try $0.archiveJobs(kind, of: account) }
    }

    /// Makes and imports what is due.
    func work() async throws { try await app.jobWorker.drain(app.archives.worker) }

    /// Asks for an archive and makes it.
    func export(of account: Account.ID = 1) async throws -> ArchiveJob {
        _ = try await app.database.write { try $0.addArchiveJob(.export, for: account, at: now) }
        try await work()
        return try #require(try await jobs(.export, of: account).first)
    }

    /// Brings a file into an account.
    func `import`(_ bytes: [UInt8], into account: Account.ID = 2) async throws -> ArchiveJob {
        let name = ArchiveFiles.newName()
        try app.archives.files.makeFolders()
        try Data(bytes).write(to: URL(filePath: app.archives.files.path(of: name, .import)))
        _ = try await app.database.write { try $0.addArchiveJob(.import, for: account, file: name, at: now) }
        try await work()
        return try #require(try await jobs(.import, of: account).first)
    }

    func path(of job: ArchiveJob) throws -> String { try #require(app.archives.files.path(of: job)) }

    func files(_ kind: ArchiveJob.Kind) -> [String] { app.archives.files.names(kind, olderThan: .distantFuture) }

    /// The routes of archives, for those who are known by their cookie.
    func router() -> Router<AppRequestContext> {
        let router = Router(context: AppRequestContext.self, options: [.autoGenerateHeadEndpoints])
        let bare = Router(context: AppRequestContext.self)
        ArchiveRoutes(app: app).mount(on: bare)
        let errors = ErrorPages(
            views: app.views,
            offers: FlashOffers(),
            methods: RouteMethods(bare),
            logger: app.logger
        )
        let members = members
        router.add(
            middleware: RequestPipeline(
                clientAddresses: app.clientAddresses,
                headers: SecurityHeaders(app.config),
                errorPages: errors,
                observers: app.observers
            )
        )
        router.add(middleware: CrossSiteGuard(app.config))
        router.add(
            middleware: MemberMiddleware(
                cookies: app.config.cookies,
                errorPages: errors,
                identify: { secret, _ in Account.ID(secret).flatMap { members[$0] } },
                askToLogIn: { _, _ in Response(status: .seeOther, headers: [.location: "/login"]) },
                askToSendAgain: { _, again in throw again.problem }
            )
        )
        ArchiveRoutes(app: app).mount(on: router)
        return router
    }

    /// One request of somebody.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        as account: Account.ID? = 1,
        _ headers: HTTPFields = [:],
        body: String? = nil
    ) async throws -> TestResponse {
        var headers = headers
        if let account { headers[.cookie] = "moeum_session=\(account)" }
        if method == .post {
            headers[.secFetchSite] = headers[.secFetchSite] ?? "same-origin"
            headers[.contentType] = headers[.contentType] ?? "application/x-www-form-urlencoded"
        }
        let client = try RouterClient(router())
        return try await client.execute(
            uri: path,
            method: method,
            headers: headers,
            body: body.map(ByteBuffer.init(string:))
        )
    }
}
