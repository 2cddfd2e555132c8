import Foundation
import Testing

@testable import Moeum
@testable import Web

struct ClientTests {
    private let proxies = ["10.0.0.0/8", "::1"].compactMap { AddressBlock($0) }

    @Test(
        "Forwarded addresses count from trusted proxies only",
        arguments: [
            ("203.0.113.9", "198.51.100.1", "203.0.113.9"), ("10.1.2.3", "198.51.100.1", "198.51.100.1"),
            ("10.1.2.3", "1.1.1.1, 198.51.100.1, 10.9.9.9", "198.51.100.1"), ("10.1.2.3", "garbage", "10.1.2.3"),
            ("::1", "2001:db8::5", "2001:db8::5"),
        ]
    )
    func trustProxies(_ peer: String, _ header: String, _ expected: String) {
        #expect(ClientAddress.resolve(peer: peer, forwardedFor: header, trusted: proxies) == expected)
    }

    @Test("Logs have no whole address") func maskAddresses() {
        #expect(ClientAddress.masked("203.0.113.9") == "203.0.113.0/24")
        #expect(ClientAddress.masked("2001:db8:aa:bb::1") == "2001:db8:aa::/48")
        #expect(ClientAddress.masked("-") == "-")
    }

    @Test("Control characters cannot forge a log line") func escapeLogLines() {
        #expect(!LogLine.escaped("a\nb\u{1B}[0m").contains("\n"))
        #expect(LogLine.escaped("한글") == "한글")
    }

    @Test("Metrics count by route and status") func countRequests() {
        let metrics = Metrics()
        metrics.record(route: "/places/:id", status: 200, .milliseconds(3))
        metrics.record(route: "/places/:id", status: 200, .milliseconds(30))
        let text = metrics.text([MetricSample("moeum_database_bytes", .gauge, "Size.", 5)])
        #expect(text.contains("moeum_http_requests_total{route=\"/places/:id\",status=\"200\"} 2"))
        #expect(text.contains("moeum_http_request_seconds_bucket{le=\"0.005\"} 1"))
        #expect(text.contains("moeum_http_request_seconds_count 2"))
        #expect(text.contains("moeum_database_bytes 5"))
    }
}
