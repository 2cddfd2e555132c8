import Foundation
import RouterClient
import Testing

@testable import Moeum

/// How staff find people.
@Suite(.cleanup)
struct PeopleTests {
    private func nicknames(_ path: String, _ browser: TestBrowser) async throws -> [String] {
        let users = try #require(try await browser.json(path)["users"] as? [[String: Any]])
        return users.compactMap { $0["nickname"] as? String }
    }

    @Test("Staff find people by nickname, address and number", arguments: TestEngine.available)
    func findPeople(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let admin = try await TestBrowser(site).staff("관리 하나", role: .admin)
        let moderator = try await TestBrowser(site).staff("운영 하나")
        let people = try await site.people(3, "Nabi ")
        let unverified = try await site.logIn(TestBrowser(site), nickname: "새내기", isVerified: false)
        let now = site.now
        try await site.app.database.write {
            try $0.execute("UPDATE accounts SET leaving_at = \(now.milliseconds) WHERE id = \(people[2])")
        }
        try await moderator.perform("suspend", on: people[0])
        try await moderator.perform("no-posting", on: people[1])

        // In any case, with or without spaces, as nicknames are compared.
        #expect(
            try await nicknames("/admin/users?q=nAbI", moderator.browser) == ["Nabi 1", "Nabi 2", "Nabi 3"]
        )
        #expect(try await nicknames("/admin/users?q=nabi2", moderator.browser) == ["Nabi 2"])
        #expect(try await nicknames("/admin/users?q=abi", moderator.browser) == [])
        #expect(try await nicknames("/admin/users?q=\(people[1])", moderator.browser) == ["Nabi 2"])
        #expect(try await nicknames("/admin/users?q=%00", moderator.browser).isEmpty == false)
        #expect(try await nicknames("/admin/users?q=%25", moderator.browser) == [])
        let email = try #require(try await site.app.database.read { try $0.account(people[1])?.email })
        let found = try await moderator.browser.json("/admin/users?q=\(email.uppercased())")
        let one = try #require((found["users"] as? [[String: Any]])?.first)
        #expect(one["id"] as? Int == Int(people[1]) && one["state"] as? String == "no-posting")
        #expect(one["role"] as? String == "member")
        #expect(one["email"] as? String == MaskedAddress.text(email))
        #expect(try await admin.browser.get("/admin/users?q=\(email)").text.contains(email))
        #expect(!(try await moderator.browser.get("/admin/users/\(people[1])").text.contains(email)))

        #expect(
            try await nicknames("/admin/users?state=sanctioned", moderator.browser) == ["Nabi 2", "Nabi 1"]
        )
        #expect(try await nicknames("/admin/users?state=leaving", moderator.browser) == ["Nabi 3"])
        #expect(try await nicknames("/admin/users?state=unverified", moderator.browser) == ["새내기"])
        #expect(try await nicknames("/admin/users?state=staff", moderator.browser) == ["운영 하나", "관리 하나"])
        #expect(try await nicknames("/admin/users?role=admin", moderator.browser) == ["관리 하나"])
        #expect(try await nicknames("/admin/users?state=sanctioned&q=nabi1", moderator.browser) == ["Nabi 1"])
        let page = try await moderator.browser.get("/admin/users/\(unverified)")
        #expect(page.status == .ok && page.text.contains("새내기"))
        #expect(try !page.html.all("form").contains { $0["action"]?.hasSuffix("/role") == true })
        #expect(try await moderator.browser.get("/admin/users/7").status == .notFound)
    }

    @Test("Lists of people continue by key", arguments: TestEngine.available)
    func pageByKey(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await browser.staff()
        _ = try await site.people(PeopleRoutes.maxShown + 7, "nabi")
        for query in ["", "?q=nabi", "?state=all&role=member"] {
            var path: String? = "/admin/users\(query)"
            var found: [String] = []
            while let address = path {
                found += try await nicknames(address, browser)
                path = try await browser.json(address)["next"] as? String
            }
            let named = found.filter { $0.hasPrefix("nabi") }
            #expect(named.count == PeopleRoutes.maxShown + 7 && Set(named).count == named.count, "\(query)")
        }
    }

    @Test("The form begins with the sanction that the history suggests") func suggestSanction() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let staff = try await browser.staff()
        let person = try #require(try await site.people(1).first)
        func chosen() async throws -> [String?] {
            let form = try await browser.json("/admin/users/\(person)")["actionForm"] as? [String: Any]
            let fields = form?["fields"] as? [[String: Any]] ?? []
            func value(_ name: String) -> String? {
                fields.first { $0["name"] as? String == name }?["value"] as? String
            }
            return [value("action"), value("length"), value("until")]
        }
        #expect(try await chosen() == ["warn", nil, nil])
        try await staff.perform("warn", on: person)
        #expect(try await chosen() == ["no-posting", "7", nil])
        // What is to hold for ever is said to.
        for length in ["", "x"] {
            let open = try await staff.perform("suspend", on: person, ["seen": "0", "length": length])
            #expect(open.status == .unprocessableContent && open.text.contains("광고예요"))
            #expect(try open.html.has("#length-error"))
        }

        // Nothing typed is lost, and anyone who was slower than somebody else is told so.
        let wrong = try await staff.perform("suspend", on: person, ["reason": "", "until": "2020-01-01"])
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("광고예요"))
        let stale = try await staff.perform("suspend", on: person, ["rev": "1"])
        #expect(stale.status == .conflict && stale.text.contains("광고예요"))
        #expect(try await site.sanctions(of: person).map(\.kind) == [.warning])
        let asProgram = ["action": "suspend", "until": "2020-01-01"]
        let refused = try await browser.post("/admin/users/\(person)/actions", asProgram, TestBrowser.asProgram)
        #expect(refused.text.contains("\"reason\":\"required\"") && refused.text.contains("\"until\":\"past\""))
        #expect(try await staff.perform("suspend", on: person).status == .seeOther)
        #expect(try await staff.perform("lift", on: person).status == .seeOther)
        // What keeps them from something is lifted first; the warning keeps nobody from anything.
        let standing = try await site.sanctions(of: person).filter { $0.liftedAt == nil }
        #expect(standing.map(\.kind) == [.warning])
    }
}
