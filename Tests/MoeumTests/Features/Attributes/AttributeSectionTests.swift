import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What members tell, as a place's page and the form of opening hours show it.
@Suite(.cleanup)
struct AttributeSectionTests {
    private struct Scene {
        let site: TestSite
        let place: Place.ID
        let members: [TestBrowser]

        init(on engine: TestEngine = .sqlite) async throws {
            site = try await TestSite(on: engine)
            place = try #require(try await site.places(1).first)
            members = [TestBrowser(site), TestBrowser(site), TestBrowser(site)]
            for (member, name) in zip(members, ["하나", "두리", "세나"]) {
                try await site.logIn(member, nickname: name)
            }
        }

        func tell(_ member: Int, _ key: String, _ value: String) async throws {
            try await members[member].post("/places/\(place)/facts", ["key": key, "value": value])
        }

        func page() async throws -> HTMLDocument { try await site.get("/places/\(place)").html }

        /// The answers that stand small.
        func minor() async throws -> [String?] {
            try await page().all(".told-chip--minor").map { $0["value"] }
        }
    }

    @Test("Both sides of a tie are equal; what fewer people say stands small", arguments: TestEngine.available)
    func tellTies(_ engine: TestEngine) async throws {
        let scene = try await Scene(on: engine)
        try await scene.tell(0, "parking", "yes")
        try await scene.tell(1, "parking", "no")
        #expect(try await scene.page().has("button[value=parking=no]"))
        #expect(try await scene.minor() == [])
        try await scene.tell(2, "parking", "yes")
        #expect(try await scene.minor() == ["parking=no"])
    }

    @Test("What staff say makes the rest small, however many say it") func followStaff() {
        func tally(_ value: String, _ people: Int, isLeading: Bool = false, source: String? = nil) -> AttributeTally {
            AttributeTally(
                attribute: .parking,
                value: value,
                people: people,
                answeredAt: 0,
                isLeading: isLeading,
                source: source
            )
        }
        let all = [tally("no", 0, isLeading: true, source: "staff"), tally("yes", 5)]
        #expect(all.map { $0.isMinor(among: all) } == [false, true])
    }

    @Test("Days of another year are shown with it") func showYears() async throws {
        let scene = try await Scene()
        let day = SeoulTime(scene.site.now).isoDay
        try await scene.tell(0, "parking", "yes")
        try await scene.tell(0, "hours-mon", "11:00-20:00")
        #expect(try await scene.page().first("#facts time")?.text == String(day.suffix(5)))
        scene.site.clock.move(366 * 86_400)
        let page = try await scene.page()
        #expect(page.first("#facts time")?.text == day)
        #expect(page.all("p").contains { $0.text.hasPrefix("이용자 1명이 알려 줌 · \(day).") })
    }

    @Test(
        "The form of hours is filled with one’s own answers; others’ stand beside it",
        arguments: TestEngine.available
    )
    func fillOwnHours(_ engine: TestEngine) async throws {
        let scene = try await Scene(on: engine)
        let path = "/places/\(scene.place)/facts/hours"
        try await scene.members[0].post(path, ["mon-opens": "11:00", "mon-closes": "21:00", "sun-closed": "1"])
        let form = try await scene.members[1].get(path).html
        #expect(form.values(of: "mon-opens") == [""])
        #expect(!form.has("input[name=sun-closed][checked]"))
        #expect(form.first("#mon-known")?.text == "지금 알려진 시간: 11:00–21:00")
        #expect(form.has("fieldset[aria-describedby=mon-known] [name=mon-opens]"))
        #expect(form.has("#sun-known") && !form.has("#tue-known"))
        // Whoever changes Tuesday says nothing of Monday.
        try await scene.members[1].post(path, ["tue-opens": "12:00", "tue-closes": "20:00"])
        #expect(try await scene.site.count("SELECT COUNT(*) FROM place_answers") == 3)
        let own = try await scene.members[0].get(path).html
        #expect(own.values(of: "mon-opens") == ["11:00"] && own.has("input[name=sun-closed][checked]"))
        #expect(!own.has("#mon-known") && own.has("#tue-known"))
    }

    @Test("A day that cannot be is named above the form and marked in its fields") func markWrongDays() async throws {
        let scene = try await Scene()
        let refused = try await scene.members[0].post(
            "/places/\(scene.place)/facts/hours",
            ["mon-opens": "11:00", "mon-closes": "21:00", "tue-opens": "12:34"]
        ).html
        #expect(refused.all(".errsum a").map { $0["href"] } == ["#tue-opens"])
        #expect(refused.has("#tue-opens[name=tue-opens][value=12:34]"))
        let marked = refused.all("input[aria-invalid=true]")
        #expect(marked.map { $0["name"] } == ["tue-opens", "tue-closes", "tue-breaks", "tue-resumes"])
        #expect(marked.allSatisfy { $0["aria-describedby"] == "tue-error" })
        #expect(refused.has("p#tue-error.err"))
    }
}
