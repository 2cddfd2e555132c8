import Foundation
import Testing

@testable import Moeum

/// What is well, what is not, and that the page says what to do.
@Suite(.cleanup)
struct DiagnosticsTests {
    private static let now = Date(timeIntervalSince1970: 1_773_500_000)

    @Test("Mail that waits too long or has failed is reported") func judgeMail() {
        func state(_ waits: TimeInterval?, dead: Int = 0) -> Diagnosis.State {
            let since = waits.map { Self.now - $0 }
            return .jobs(JobCounts(kind: OutboxSender.name, waiting: 1, dead: dead, dueSince: since), at: Self.now)
        }
        #expect(state(nil) == .fine)
        #expect(state(60) == .fine)
        #expect(state(700) == .look)
        #expect(state(4_000) == .bad)
        #expect(state(nil, dead: 1) == .bad)
    }

    @Test(
        "A disk that fills up is reported",
        arguments: [
            (50_000_000_000, 100_000_000_000, Diagnosis.State.fine), (10_000_000_000, 100_000_000_000, .look),
            (1_000_000_000, 4_000_000_000, .look), (4_000_000_000, 100_000_000_000, .bad),
            (400_000_000, 1_000_000_000, .bad),
        ]
    )
    func judgeDisk(_ free: Int, _ all: Int, _ state: Diagnosis.State) {
        #expect(Diagnosis.State.disk(free: free, of: all) == state)
    }

    @Test(
        "Data older than half a year is reported",
        arguments: [
            ("2026-03-01", Diagnosis.State.fine), ("2025-09", .fine), ("2025", .fine), ("2024", .look),
            ("2025-08-31", .look),
        ]
    )
    func judgeData(_ asOf: String, _ state: Diagnosis.State) {
        #expect(Diagnosis.State.data(asOf: asOf, at: SeoulDay(Self.now)) == state)
    }

    @Test("Backups and sweeps that are overdue are reported") func judgeBackupsAndSweeps() {
        func backup(madeBefore age: TimeInterval?, of site: TimeInterval) -> Diagnosis.State {
            .backup(madeAt: age.map { Self.now - $0 }, since: Self.now - site, at: Self.now)
        }
        // Nothing is broken yet where nothing could be backed up.
        #expect(backup(madeBefore: nil, of: 60) == .look)
        #expect(backup(madeBefore: nil, of: 8 * 86_400) == .bad)
        #expect(Diagnosis.State.backup(madeAt: nil, since: nil, at: Self.now) == .bad)
        #expect(backup(madeBefore: 3_600, of: 1e9) == .fine)
        #expect(backup(madeBefore: 3 * 86_400, of: 1e9) == .look)
        #expect(backup(madeBefore: 8 * 86_400, of: 1e9) == .bad)
        #expect(Diagnosis.State.sweep(endedAt: nil, at: Self.now) == .look)
        #expect(Diagnosis.State.sweep(endedAt: Self.now - 3_600, at: Self.now) == .fine)
        #expect(Diagnosis.State.sweep(endedAt: Self.now - 86_400, at: Self.now) == .look)
    }

    @Test(
        "Sizes are shown with their units",
        arguments: [(0, "0.0 kB"), (1_536, "1.5 kB"), (4_300_000, "4.3 MB"), (2_000_000_000_000, "2.0 TB")]
    )
    func formatSizes(_ bytes: Int, _ text: String) {
        #expect(DiagnosticsBuilder.size(bytes) == text)
    }

    @Test("Every check has a value and says what to do", arguments: TestEngine.available)
    func showEveryCheck(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: ["MOEUM_SEOUL_API_KEY": "geheim"])
        let admin = TestBrowser(site)
        try await site.logIn(admin, nickname: "한결", role: .admin, hasTwoFactor: true)
        func checks() async throws -> [String: [String: Any]] {
            let json = try await admin.json("/admin/diagnostics")
            let list = (json["checks"] as? [[String: Any]]) ?? []
            return Dictionary(list.map { ($0["name"] as? String ?? "", $0) }) { $1 }
        }
        func state(_ name: String) async throws -> String? { try await checks()[name]?["state"] as? String }
        let first = try await checks()
        var expected = [
            "mail", "disk", "database", "load", "photos", "orphans", "backup", "migrations", "program", "clock",
            "data-\(SeoulRow.source)",
        ]
        if engine == .sqlite { expected.append("log") }
        #expect(Set(expected).subtracting(first.keys) == [])
        #expect(first.keys.contains("log") == (engine == .sqlite))
        for (name, check) in first {
            #expect((check["value"] as? String)?.isEmpty == false, "\(name)")
            let advice = check["advice"] as? String ?? ""
            #expect(!advice.isEmpty && !advice.hasPrefix("admin."), "\(name)")
        }
        #expect(first["migrations"]?["state"] as? String == "fine")
        #expect(first["orphans"]?["state"] as? String == "look")
        #expect(first["backup"]?["state"] as? String == "look")
        #expect(first["mail"]?["state"] as? String == "fine")
        let sweep = PhotoSweep(
            database: site.app.database,
            storage: site.app.photos.storage,
            uploads: "\(site.app.config.dataDirectory)/uploads"
        )
        try await sweep.run(at: site.now)
        let backup = BackupRecord(madeAt: site.now, path: "/srv/somewhere/moeum.backup", bytes: 1)
        try await site.app.database.write { try $0.recordBackup(backup) }
        #expect(try await state("orphans") == "fine")
        #expect(try await state("backup") == "fine")
        let page = try await admin.get("/admin/diagnostics?lang=en")
        #expect(page.status == .ok)
        #expect(page.text.contains("moeum.backup"))
        for hidden in ["/srv/somewhere", site.app.config.dataDirectory, "geheim", Project.root.path] {
            #expect(!page.text.contains(hidden))
        }
    }
}
