import HTTPTypes
import Logging
import NIOCore
import RouterClient
import Testing

@testable import Moeum

/// A proxy that nobody named gives all its readers one address.
@Suite(.cleanup)
struct UntrustedProxyWarningTests {
    /// What the log warns of, when many log in from `peer`, each forwarded from an address of their own.
    private func warnings(
        from peer: String,
        forwarded isForwarded: Bool = true,
        logins: Int = 30,
        _ settings: [String: String] = [:]
    ) async throws -> [String] {
        let site = try await TestSite(settings: TestSite.quick.merging(settings) { $1 })
        let lines = RecordedLog(from: .warning)
        let app = try App(config: site.app.config, database: site.app.database, logger: lines.logger)
        let client = try RouterClient(Routes.router(app), peer: peer)
        for number in 1...logins {
            var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .secFetchSite: "same-origin"]
            if isForwarded { headers[.forwardedFor] = "198.51.100.\(number)" }
            let body = ByteBuffer(string: "email=nobody%40haneul.example&password=made-up-\(number)")
            _ = try await client.execute(uri: "/login", method: .post, headers: headers, body: body)
        }
        await app.passwords.close()
        return lines.texts.filter { $0.contains("MOEUM_TRUSTED_PROXIES") }
    }

    @Test("The first forwarded request is warned of, and no other") func warnOnce() async throws {
        let lines = try await warnings(from: "10.1.2.3")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("10.1.2.0/24") == true && lines.first?.contains("198.51") == false)
        #expect(try await warnings(from: "10.1.2.3", logins: 1).count == 1)
        let settings = ["MOEUM_TRUSTED_PROXIES": "10.9.0.0/16"]
        #expect(try await warnings(from: "10.1.2.3", logins: 2, settings).count == 1)
    }

    @Test("Trusted proxies and direct requests are not warned of") func noWarning() async throws {
        #expect(try await warnings(from: "10.1.2.3", ["MOEUM_TRUSTED_PROXIES": "10.0.0.0/8"]) == [])
        #expect(try await warnings(from: "203.0.113.9", forwarded: false) == [])
    }

    /// A site with an https address is behind something that speaks TLS, whether or not that says for whom it asks.
    @Test("A proxy that names no client is noticed by its many logins") func silentProxy() async throws {
        let settings = ["MOEUM_BASE_URL": "https://moeum.example"]
        #expect(try await warnings(from: "127.0.0.1", forwarded: false, settings).count == 1)
        let few = UntrustedProxyWarning.warningThreshold - 1
        #expect(try await warnings(from: "127.0.0.1", forwarded: false, logins: few, settings) == [])
    }
}
