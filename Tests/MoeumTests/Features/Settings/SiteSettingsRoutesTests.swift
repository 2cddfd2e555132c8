import RouterClient
import Testing

@testable import Moeum

/// The page of what the site does by itself.
@Suite(.cleanup)
struct SiteSettingsRoutesTests {
    /// The page's form as a browser sends it back.
    private static func form(_ browser: TestBrowser, _ changes: [String: String] = [:]) async throws -> [String: String]
    {
        var form: [String: String] = [:]
        for entry in try await browser.json("/admin/settings")["settings"] as? [[String: Any]] ?? [] {
            let name = try #require(entry["name"] as? String)
            let value = try #require(entry["value"] as? Int)
            form["was-\(name)"] = "\(value)"
            if entry["isSwitch"] as? Bool == false || value == 1 { form[name] = entry["typed"] as? String }
        }
        for (name, value) in changes { form[name] = value }
        return form
    }

    private static func auditEntries(_ site: TestSite) async throws -> [AuditEntry] {
        try await site.app.database.read { try $0.auditEntries(where: "d.target_kind = 'setting'", limit: 50) }
    }

    private static func settings(_ site: TestSite) async throws -> SiteSettings {
        try await site.app.database.read { try $0.siteSettings() }
    }

    @Test("A change takes effect at once, is in the log and can be undone", arguments: TestEngine.available)
    func change(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let admin = try await site.logIn(browser, nickname: "한결", role: .admin, hasTwoFactor: true)
        #expect(try await browser.get("/admin/settings").status == .ok)
        let unchanged = try await browser.post("/admin/settings", try await Self.form(browser))
        #expect(unchanged.location == "/admin/settings")
        #expect(try await Self.auditEntries(site).isEmpty)
        var form = try await Self.form(browser, ["surge-factor": "７"])
        form["holds-links"] = nil
        #expect(try await browser.post("/admin/settings", form).location == "/admin/settings")
        let changed = try await Self.settings(site)
        #expect(changed[.surgeFactor] == 7 && !changed.isOn(.holdsLinks))
        let entries = try await Self.auditEntries(site)
        #expect(Set(entries.map(\.target.key)) == ["surge-factor", "holds-links"])
        #expect(entries.allSatisfy { $0.action == .changeSetting && $0.actor == .staff(admin) })
        let audit = AuditContext(actor: .staff(admin), at: site.now, emailRenderer: site.app.emailRenderer)
        for entry in entries { _ = try await site.app.database.write { try $0.revertChange(entry.id, audit) } }
        let undone = try await Self.settings(site)
        #expect(undone[.surgeFactor] == 5 && undone.isOn(.holdsLinks))
        // Empty is the default.
        try await site.set(.linkDays, to: 30)
        let emptied = try await browser.post("/admin/settings", try await Self.form(browser, ["link-days": ""]))
        #expect(emptied.location == "/admin/settings")
        #expect(try await Self.settings(site)[.linkDays] == 7)
    }

    @Test("An error is beside its field, and nothing is lost") func errors() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "한결", role: .admin, hasTwoFactor: true)
        let form = try await Self.form(browser, ["surge-factor": "1", "link-days": "일주일", "surge-least": "9"])
        let answer = try await browser.post("/admin/settings", form)
        #expect(answer.status == .unprocessableContent)
        let page = try answer.html
        #expect(page.has("#surge-factor-error") && page.has("#link-days-error") && !page.has("#surge-least-error"))
        #expect(page.first("input[name=link-days]")?["value"] == "일주일")
        #expect(page.first("input[name=surge-least]")?["value"] == "9")
        #expect(try await Self.auditEntries(site).isEmpty)
    }

    @Test("A late change is told so and overwrites nothing") func lateChange() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "한결", role: .admin, hasTwoFactor: true)
        let form = try await Self.form(browser, ["surge-factor": "9"])
        try await site.set(.linkDays, to: 20)
        // Another rule was changed: nobody is in the way, and that stays.
        #expect(try await browser.post("/admin/settings", form).status == .seeOther)
        #expect(try await Self.settings(site)[.linkDays] == 20)
        let late = try await Self.form(browser, ["surge-factor": "8"])
        try await site.set(.surgeFactor, to: 12)
        #expect(try await browser.post("/admin/settings", late).status == .conflict)
        #expect(try await Self.settings(site)[.surgeFactor] == 12)
    }
}
