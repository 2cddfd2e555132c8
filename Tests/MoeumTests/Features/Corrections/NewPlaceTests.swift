import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Places that no source has, added by staff.
@Suite(.cleanup)
struct NewPlaceTests {
    private static let fields = [
        "kind": "bookshop", "name": "느린 물결 책방", "category": "독립서점",
        "road_address": "서울특별시 마포구 망원로 1 (망원동)", "phone": "02 332 0000", "link": "https://slow.example",
        "source": "전화로 확인했어요",
    ]

    private func siteWithStaff(
        on engine: TestEngine = .sqlite
    ) async throws -> (TestSite, staff: TestBrowser, member: TestBrowser) {
        let site = try await TestSite(on: engine)
        let (staff, member) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(staff, nickname: "지킴이", role: .moderator, hasTwoFactor: true)
        return (site, staff, member)
    }

    /// How many places a search finds, how many bookshops the district has on its list, and how many are counted there.
    private func counts(_ site: TestSite) async throws -> [Int] {
        let search = try await site.json("/places?q=\("느린 물결".queryEncoded)")
        let list = try await site.json("/places?kind=bookshop&district=mapo")
        let counted = try await site.app.database.read { try $0.placeCounts() }
            .filter { $0.kind == .bookshop && $0.district == "mapo" }.map(\.count).reduce(0, +)
        return [try #require(search["total"] as? Int), try #require(list["total"] as? Int), counted]
    }

    private func undoLast(
        on place: Place.ID,
        _ site: TestSite,
        _ staff: TestBrowser
    ) async throws -> HTTPResponse.Status {
        let entry = try await site.app.database.read { try $0.latestAuditEntry(on: AuditEntry.Target.place(place)) }
        return try await staff.post("/admin/audit/\(entry)/undo", ["reason": "made up"]).status
    }

    private func added(_ site: TestSite) async throws -> Place? {
        try await site.app.database.read { transaction in
            try transaction.first(
                "SELECT \(Place.columns) FROM places p WHERE p.source = 'staff' ORDER BY p.id DESC",
                Place.init
            )
        }
    }

    @Test("A suggested bookshop is added and its sender gets a mail", arguments: TestEngine.available)
    func addSuggested(_ engine: TestEngine) async throws {
        let (site, staff, member) = try await siteWithStaff(on: engine)
        let account = try await site.reporter(member, "가람")
        let shop = [
            "name": "느린 물결 책방", "address": "서울특별시 마포구 망원로 1 (망원동)",
            "source": "자주 가요 https://slow.example",
        ]
        #expect(try await member.post("/suggestions", shop).status == .seeOther)
        let target = AuditEntry.Target.suggestion(
            try await site.app.database.read {
                try #require(try $0.first("SELECT id FROM suggestions") { try $0.id(0) as FiledSuggestion.ID })
            }
        )
        let id = try #require(try await site.currentCase(of: target)).id
        let path = "/admin/reports/\(id)"
        #expect(try await staff.get(path).html.has("a[href=/admin/places/new?case=\(id)]"))
        let form = try await staff.get("/admin/places/new?case=\(id)")
        for value in ["느린 물결 책방", "독립서점", "마포구", "https://slow.example", "\(id)"] {
            #expect(try form.html.has("[value=\(value)]"), "\(value)")
        }
        #expect(try form.text.contains("자주 가요") && form.html.has("input[value=bookshop][checked]"))
        let before = try await counts(site)
        let answer = try await staff.post("/admin/places", Self.fields.merging(["case": "\(id)"]) { $1 })
        #expect(answer.status == .seeOther && answer.location == path)
        // The place was what it was about: there is nothing left to decide, and anyone who asked hears so.
        #expect(try await site.reportCase(id)?.outcome == .acted)
        #expect(try await site.count("SELECT count FROM report_case_counts WHERE state = 'closed'") == 1)
        #expect(try await site.messages(.suggestionActed, to: account) == 1)
        #expect(try await counts(site) == before.map { $0 + 1 })
        let place = try #require(try await added(site))
        #expect(place.dong == "망원동" && place.position?.precision == .dong && place.phone == "02-332-0000")
        let page = try await site.get("/places/\(place.id)?lang=ko")
        #expect(String(buffer: page.body).contains("모음 운영자가 확인"))
        // Anyone who is second finds it done.
        let second = Self.fields.merging(["case": "\(id)", "name": "다른 이름"]) { $1 }
        let late = try await staff.post("/admin/places", second)
        #expect(try late.status == .conflict && late.html.has("input[name=name][value=다른 이름]"))
        #expect(try await staff.get(path).html.has("a[href=/admin/places/\(place.id)]"))
        #expect(try await staff.post("\(path)/actions", ["action": "close"]).status == .conflict)
        #expect(try await site.messages(.suggestionActed, to: account) == 1)
        #expect(try await site.messages(.suggestionDeclined, to: account) == 0)
        let email = try #require(try await site.app.database.read { try $0.account(account) }?.email)
        #expect(try await site.mail(to: email)?.path == "/places/\(place.id)")
        #expect(try await staff.get("/admin/audit?target=place:\(place.id)&lang=ko").text.contains("가게 추가"))
    }

    /// A homepage is told as the source; older suggestions have it in a line of its own.
    @Test(
        "The form begins with the words of the suggestion",
        arguments: [("망원동", "자주 가요 https://slow.example"), ("망원동\nhttps://slow.example", "자주 가요")]
    )
    func prefillForm(_ rest: String, _ source: String) {
        let suggestion = FiledSuggestion(
            id: 1,
            place: nil,
            kind: Suggestion.Kind.newBookshop.rawValue,
            field: "",
            value: "느린 물결 책방\n\(rest)",
            source: source,
            nickname: nil,
            createdAt: .now
        )
        let expected = ["name": "느린 물결 책방", "road_address": "망원동", "link": "https://slow.example"]
        #expect(suggestion.beginnings == expected)
    }

    @Test("An undone addition is only on its own page until it is redone", arguments: TestEngine.available)
    func undoAddition(_ engine: TestEngine) async throws {
        let (site, staff, _) = try await siteWithStaff(on: engine)
        let before = try await counts(site)
        let answer = try await staff.post("/admin/places", Self.fields)
        let place = try #require(try await added(site))
        #expect(answer.location == "/admin/places/\(place.id)")
        #expect(try await counts(site) == before.map { $0 + 1 })
        #expect(try await undoLast(on: place.id, site, staff) == .seeOther)
        #expect(try await counts(site) == before)
        #expect(try await site.get("/places/\(place.id)").status != .internalServerError)
        #expect(try await undoLast(on: place.id, site, staff) == .seeOther)
        #expect(try await counts(site) == before.map { $0 + 1 })
        // Whatever else happened to it comes first.
        let closed = ["status": "closed", "reason": "폐업했어요"]
        #expect(try await staff.post("/admin/places/\(place.id)", closed).status == .seeOther)
        let first = try await site.app.database.read { transaction in
            try transaction.auditEntries(where: "d.action = 'add-place'", limit: 1).map(\.id)
        }
        let undo = "/admin/audit/\(try #require(first.first))/undo"
        #expect(try await staff.post(undo, ["reason": "made up"]).status == .conflict)
        #expect(try await counts(site) == before)
    }

    @Test("Imports leave an added place as it is", arguments: TestEngine.available)
    func ignoreImports(_ engine: TestEngine) async throws {
        let (site, staff, _) = try await siteWithStaff(on: engine)
        #expect(try await staff.post("/admin/places", Self.fields).status == .seeOther)
        let place = try #require(try await added(site))
        let data = "\(site.app.config.resourceDirectory)/Data"
        _ = try await SampleLoader(directory: data, districts: site.app.districts).load(into: site.app.database)
        try await site.app.database.write { transaction in
            // What a list that names nothing any more takes away.
            let sources = try transaction.rows("SELECT id FROM sources WHERE id <> 'staff' ORDER BY id").map {
                try $0.string(0)
            }
            for source in sources {
                #expect(try !transaction.sourceKeys(of: source, in: "mapo").values.contains(place.id))
            }
        }
        let after = try #require(try await added(site))
        #expect(after.status == .listed && after.name == place.name && after.source == place.source)
    }

    @Test("Errors are shown beside their fields and nothing typed is lost") func showErrors() async throws {
        let (site, staff, _) = try await siteWithStaff()
        func errors(_ changes: [String: String]) async throws -> [String: String] {
            let fields = Self.fields.merging(changes) { $1 }
            return try await staff.post("/admin/places", fields, TestBrowser.asProgram).errors
        }
        let empty = Dictionary(uniqueKeysWithValues: Self.fields.keys.map { ($0, "") })
        #expect(
            try await errors(empty) == [
                "kind": "required", "name": "required", "category": "required", "road_address": "required",
                "district": "required", "source": "required",
            ]
        )
        #expect(try await errors(["kind": "café"]) == ["kind": "invalid"])
        #expect(try await errors(["district": "부산"]) == ["district": "unknown"])
        #expect(try await errors(["district": "강남구"]) == ["district": "elsewhere"])
        let unread = ["phone": "010-1234-5678", "link": "slow"]
        #expect(try await errors(unread) == ["phone": "invalid", "link": "invalid"])
        let page = try await staff.post("/admin/places", Self.fields.merging(["district": "부산"]) { $1 })
        #expect(page.status == .unprocessableContent && page.text.contains("느린 물결 책방"))
        let long = Self.fields.merging(["name": String(repeating: "가", count: 101)]) { $1 }
        #expect(try await staff.post("/admin/places", long).text.contains("100자까지 쓸 수 있어요."))
        #expect(try await added(site) == nil)
        for name in ["mapo", "마포", "마포구", "Mapo-gu", "mapo-gu"] {
            #expect(try await errors(["district": name, "phone": "x"]) == ["phone": "invalid"], "\(name)")
        }
        #expect(try await staff.post("/admin/places", Self.fields).status == .seeOther)
        #expect(try await errors([:]) == ["name": "exists"])
        #expect(try await staff.get("/admin/places/new?case=5").status == .notFound)
        #expect(try await staff.get("/admin/places").html.has("a[href=/admin/places/new]"))
    }
}
