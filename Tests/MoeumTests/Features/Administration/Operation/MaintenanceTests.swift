import Foundation
import Testing

@testable import Moeum

/// A closed site answers 503 to all but staff.
@Suite(.cleanup)
struct MaintenanceTests {
    private func set(_ isOn: Bool, _ site: TestSite) async throws {
        try await MaintenanceCommands.set(isOn, in: site.app.database)
        try await site.app.readMaintenance()
    }

    @Test("While the site is closed, only staff get in", arguments: TestEngine.available)
    func admitStaff(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (staff, member) = (TestBrowser(site), TestBrowser(site))
        try await staff.staff()
        try await site.logIn(member, nickname: "가람", role: .member)
        // Kept in memory from before.
        #expect(try await site.get("/").status == .ok)
        try await set(true, site)
        for path in ["/", "/places", "/nowhere", "/signup"] {
            let answer = try await site.get(path)
            #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "300", "\(path)")
        }
        for path in ["/login", "/healthz", "/recover"] {
            #expect(try await site.get(path).status == .ok, "\(path)")
        }
        #expect(try await site.get("/admin").status == .seeOther)
        #expect(try await member.get("/").status == .serviceUnavailable)
        #expect(try await member.post("/favourites", ["place": "1"]).status == .serviceUnavailable)
        #expect(try await staff.get("/").status == .ok)
        #expect(try await staff.get("/admin/reports").status == .ok)
        let since = try await site.app.database.read { try $0.maintenanceSince() }
        try await set(true, site)
        #expect(try await site.app.database.read { try $0.maintenanceSince() } == since)
        try await set(false, site)
        #expect(try await site.get("/").status == .ok)
    }
}
