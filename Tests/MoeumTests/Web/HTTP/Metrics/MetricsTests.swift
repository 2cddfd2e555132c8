import Foundation
import Testing

@testable import Moeum
@testable import Web

/// What watchers read.
@Suite(.cleanup)
struct MetricsTests {
    @Test("Samples are written as Prometheus reads them") func writeSamples() {
        let text = Metrics().text([
            MetricSample("moeum_bytes", .gauge, "Bytes.", 12),
            MetricSample("moeum_refusals_total", .counter, "Refused.", labels: [("limit", "a\"b\\c")], 2),
            MetricSample("moeum_refusals_total", .counter, "Refused.", labels: [("limit", "d")], 0.5),
        ])
        let lines = text.split(separator: "\n").suffix(7).map(String.init)
        #expect(
            lines == [
                "# HELP moeum_bytes Bytes.", "# TYPE moeum_bytes gauge", "moeum_bytes 12",
                "# HELP moeum_refusals_total Refused.", "# TYPE moeum_refusals_total counter",
                #"moeum_refusals_total{limit="a\"b\\c"} 2"#, #"moeum_refusals_total{limit="d"} 0.5"#,
            ]
        )
    }

    @Test("The site's figures are in its metrics", arguments: TestEngine.available)
    func showFigures(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        for _ in 1...12 {
            _ = try await browser.post("/login", ["email": "garam@haneul.example", "password": "falsch und falsch"])
        }
        let text = await SiteMetrics(app: site.app).text()
        for line in [
            #"moeum_jobs{kind="mail",state="waiting"} 0"#, #"moeum_jobs{kind="mail",state="failed"} 0"#,
            #"moeum_jobs_overdue_seconds{kind="mail"} 0"#, "moeum_cases_open 0", "moeum_maintenance 0",
            "moeum_password_hashes_waiting 0",
            #"moeum_rate_limit_refusals_total{limit="login-account"} 2"#,
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
        #expect(text.contains(#"moeum_build_info{version="\#(Release.current)",commit=""#))
        // Photo workers are those of all tests.
        for name in [
            "moeum_photo_jobs", "moeum_photo_failures_total", "process_resident_memory_bytes", "process_open_fds",
            "moeum_import_age_seconds",
        ] {
            let value = try #require(
                text.firstMatch(of: try Regex("\n\(name) ([0-9.]+)\n", as: (Substring, Substring).self))
            )
            #expect(try #require(Double(value.output.1)) >= 0, "\(name)")
        }
        // There was no backup, so that it has no age.
        #expect(!text.contains("moeum_backup_age_seconds"))
        // Each metric is declared once.
        let declared = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
        #expect(Set(declared).count == declared.count)
    }
}
