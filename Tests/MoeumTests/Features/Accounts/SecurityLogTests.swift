import Foundation
import RouterClient
import Testing

@testable import Moeum
@testable import Web

/// The log's lines about security are what the documented filter of fail2ban finds.
@Suite(.cleanup)
struct SecurityLogTests {
    private func lines(_ settings: [String: String]) async throws -> [String] {
        let site = try await TestSite(settings: TestSite.quick.merging(settings) { $1 })
        let log = RecordedLog(from: .notice)
        let app = try App(config: site.app.config, database: site.app.database, logger: log.logger)
        let client = try RouterClient(Routes.router(app), peer: "203.0.113.7")
        let browser = TestBrowser(site, client, from: "203.0.113.7")
        for number in 1...12 {
            let form = ["email": "garam@haneul.example", "password": "made up \(number)"]
            _ = try await browser.post("/login", form)
        }
        await app.passwords.close()
        return log.lines.filter { $0.message == "security" }.map(Self.written)
    }

    /// As the program writes it.
    private static func written(_ recorded: RecordedLog.Line) -> String {
        var line = LogLine(recorded.level, recorded.message, isJSON: false)
        for (key, value) in recorded.metadata.sorted(by: { $0.key < $1.key }) { line.append(key, .text("\(value)")) }
        return String(decoding: line.finished(), as: UTF8.self)
    }

    /// As `docs/operating.md` has it, with what fail2ban puts in for `<HOST>`.
    private func filter() throws -> Regex<AnyRegexOutput> {
        let text = try Project.text("docs/operating.md")
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("failregex = notice security") })
        return try Regex(
            String(line.dropFirst("failregex = notice ".count)).replacing("<HOST>", with: "(?<host>[0-9.:a-f]+)")
        )
    }

    @Test("fail2ban's filter finds the whole address of failed and limited logins")
    func filterFindsAddress() async throws {
        let filter = try filter()
        let found = try await lines(["MOEUM_LOG_ADDRESSES": "full"])
        #expect(found.count { $0.contains("event=login-failed") } == 10)
        #expect(found.count { $0.contains("event=login-paused") } == 2)
        for line in found {
            let host = line.firstMatch(of: filter)?["host"]?.substring
            #expect(host == "203.0.113.7", "\(line)")
        }
    }

    @Test("Addresses are masked by default") func maskedByDefault() async throws {
        let found = try await lines([:])
        #expect(found.count == 12 && found.allSatisfy { $0.contains("from=203.0.113.0/24") })
    }
}
