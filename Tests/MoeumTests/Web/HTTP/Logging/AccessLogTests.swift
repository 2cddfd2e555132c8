import Foundation
import HTTPTypes
import Logging
import RouterClient
import Testing

@testable import Moeum
@testable import Web

/// What is written of each request, and how a line looks to programs.
@Suite(.cleanup)
struct AccessLogTests {
    /// Somebody logged in and somebody not, at a site whose log is kept.
    private static func siteWithLog(
        at level: Logger.Level
    ) async throws -> (member: TestBrowser, visitor: TestBrowser, Account.ID, RecordedLog) {
        let site = try await TestSite()
        let log = RecordedLog(from: level)
        let client = try Self.client(site, log)
        let (member, visitor) = (TestBrowser(site, client), TestBrowser(site, client))
        let account = try await site.logIn(member, nickname: "가람")
        return (member, visitor, account, log)
    }

    private static func client(_ site: TestSite, _ log: RecordedLog) throws -> RouterClient {
        let app = try App(config: site.app.config, database: site.app.database, logger: log.logger)
        return try RouterClient(Routes.router(app), logger: log.logger)
    }

    @Test("A member's lines name the account and nothing else of them") func nameAccount() async throws {
        let (member, visitor, account, log) = try await Self.siteWithLog(at: .info)
        _ = try await member.get("/favourites")
        _ = try await visitor.get("/places")
        _ = try await visitor.get("/favourites")
        #expect(log.requests.map { $0.metadata["account"]?.description } == ["\(account)", nil, nil])
        let names: Set = ["id", "method", "path", "status", "bytes", "us", "from"]
        #expect(log.requests.map { Set($0.metadata.keys) } == [names.union(["account"]), names, names])
    }

    @Test("A refusal is logged with its account even where other lines are not") func logRefusals() async throws {
        let (member, visitor, account, log) = try await Self.siteWithLog(at: .notice)
        let refused = try await member.get("/admin")
        let fine = try await member.get("/places")
        let foreign = try await visitor.post("/favourites/1", [:], [.secFetchSite: "cross-site"])
        #expect([refused, fine, foreign].map(\.status.code) == [403, 200, 403])
        #expect(log.requests.map(\.level) == [.notice])
        #expect(log.requests.first?.metadata["account"]?.description == "\(account)")
        #expect(log.requests.first?.metadata["path"]?.description == "/admin")
    }

    /// The route says which part of a path is a secret; where there is none, whatever could be one is left out.
    @Test(
        "No line has a token",
        arguments: [
            ("/c/k2jd81", "/c/{token}", "/c/{token}"),
            ("/c/k2jd81/card.png", "/c/{token}/{file}", "/c/{token}/card.png"),
            ("/recover/abc", "/recover/{token}", "/recover/{token}"), ("/places/12", "/places/{id}", "/places/12"),
            (
                "/media/0123456789abcdef0123456789abcdef-320.webp", "/media/{name}",
                "/media/0123456789abcdef0123456789abcdef-320.webp"
            ),
            ("/c/0123456789abcdef012345/x", nil, "/c/{token}/x"), ("/wp-login.php", nil, "/wp-login.php"),
            ("", nil, ""),
            // What the router calls a request without a page.
            ("/Recover/0123456789abcdef012345.", "NotFound", "/Recover/{token}"),
        ]
    )
    func hideTokens(_ path: String, _ route: String?, _ written: String) {
        #expect(AccessLog.path(path[...], of: route) == written)
    }

    @Test("A photo card's link is not in the log") func hideCardLinks() async throws {
        let (_, visitor, _, log) = try await Self.siteWithLog(at: .info)
        let secret = SystemRandom.name()
        for path in ["/c/\(secret)", "/c/\(secret)/card.jpg", "/c/\(secret)/and/more"] {
            _ = try await visitor.get(path)
        }
        let paths = log.requests.compactMap { $0.metadata["path"]?.description }
        #expect(paths.count == 3 && !paths.contains { $0.contains(secret) }, "\(paths)")
    }

    @Test("Numbers are numbers in JSON lines") func writeNumbers() throws {
        let handler = LineLogHandler(level: .info, isJSON: true)
        let event = LogEvent(
            level: .info,
            message: "request",
            metadata: [
                "status": .stringConvertible(204), "bytes": .stringConvertible(Int64(5)), "id": "17", "from": "a\n\"b",
            ],
            source: "test",
            file: #fileID,
            function: #function,
            line: #line
        )
        let line = try #require(
            try JSONSerialization.jsonObject(with: Data(handler.line(of: event))) as? [String: Any]
        )
        #expect(line["status"] is Int && line["status"] as? Int == 204 && line["bytes"] as? Int == 5)
        #expect(line["id"] as? String == "17" && line["from"] as? String == "a\n\"b")
        #expect(String(decoding: handler.line(of: event), as: UTF8.self).contains("\"status\":204"))
    }
}

extension RecordedLog {
    /// The lines of requests.
    fileprivate var requests: [Line] { lines.filter { $0.message == "request" } }
}
