import Testing

@testable import Moeum
@testable import Templates

/// What one source leaves out does not take back what another said.
struct PlaceMergeTests {
    private func record(_ asOf: String, _ change: (inout PlaceRecord) -> Void = { _ in }) -> PlaceRecord {
        PlacesFixture.record("1", "한솔집") {
            $0.source = SourceReference(source: "made-up", asOf: asOf)
            change(&$0)
        }
    }

    private let old = SourceReference(source: "made-up", asOf: "2022")

    @Test("A fact that a later record leaves out stays, with its own date") func keepMissingFacts() {
        let known = record("2022") { ($0.phone, $0.menu, $0.hoursText) = ("02-000-0000", "설렁탕", "매일 10:00-20:00") }
        let merged = record("2026-05-01") { $0.menu = "곰탕" }.merged(with: known)
        #expect(merged.phone == "02-000-0000")
        #expect(merged.menu == "곰탕")
        #expect(merged.source.asOf == "2026-05-01")
        #expect(merged.factSources == [.phone: old, .hours: old])
        let third = record("2026-06-01") { $0.phone = "02-111-1111" }.merged(with: merged)
        #expect(third.factSources[.phone] == nil)
        #expect(third.factSources[.hours] == old)
        #expect(third.factSources[.menu]?.asOf == "2026-05-01")
    }

    @Test("An earlier record only fills gaps") func fillGaps() {
        let known = record("2026-05-01") { ($0.name, $0.phone) = ("한솔집 본점", "02-111-1111") }
        let merged = record("2022") { ($0.phone, $0.menu) = ("02-000-0000", "설렁탕") }.merged(with: known)
        #expect(merged.name == "한솔집 본점")
        #expect(merged.phone == "02-111-1111")
        #expect(merged.menu == "설렁탕")
        #expect(merged.factSources == [.menu: old])
    }

    @Test("A shop that moved loses its old position and address") func forgetOldPosition() {
        let exact = Place.Position(latitude: 37.55, longitude: 126.91, precision: .exact)
        let centre = Place.Position(latitude: 37.5, longitude: 126.9, precision: .dong)
        let known = record("2022") {
            ($0.roadAddress, $0.lotAddress, $0.position) = ("마포구 가길 1 2층 (가동)", "마포구 가동 1번지", exact)
        }
        let stayed = record("2026") { ($0.roadAddress, $0.position) = ("마포구 가길 1, 지상2층", centre) }
        #expect(stayed.merged(with: known).position == exact)
        #expect(stayed.merged(with: known).factSources[.position] == old)
        #expect(stayed.merged(with: known).lotAddress == "마포구 가동 1번지")
        let moved = record("2026") { ($0.roadAddress, $0.position) = ("마포구 나길 9", centre) }
        #expect(moved.merged(with: known).position == centre)
        #expect(moved.merged(with: known).lotAddress == nil)
        #expect(moved.merged(with: known).factSources == [:])
    }

    @Test(
        "Partial days are compared as far as they are known",
        arguments: [
            ("2022", "2022-01-01", false), ("2022", "2023", true), ("2022-06-30", "2022-07", true),
            ("2023-01-01", "2022", false), ("2022-06", "2022-06-01", false),
        ]
    )
    func comparePartialDays(_ one: String, _ other: String, _ isEarlier: Bool) {
        #expect(PartialDay.isEarlier(one, than: other) == isEarlier)
    }

    @Test(
        "Only days, months and years are valid dates",
        arguments: [
            ("2022", true), ("2022-06", true), ("2024-02-29", true), ("2023-02-29", false), ("2022-13", false),
            ("22", false), ("2022-6", false), ("", false), ("2022-06-30T00:00", false),
        ]
    )
    func validateDays(_ text: String, _ isDate: Bool) {
        #expect(PartialDay.isValid(text) == isDate)
    }

    @Test("A year or a month is written without a day") func writePartialDays() {
        #expect(SeoulTime.text(forDay: "2022", withDay: true, .korean) == "2022년")
        #expect(SeoulTime.text(forDay: "2022-06", withDay: true, .english) == "June 2022")
        #expect(SeoulTime.text(forDay: "2022-06-30", withDay: true, .english) == "30 June 2022")
        #expect(SeoulTime.text(forDay: "soon", withDay: true, .english) == nil)
    }
}

/// The place page tells the reader which fact came from where.
@Suite(.cleanup)
struct OtherFactTests {
    @Test("The page names facts of another source or day") func nameOtherSources() async throws {
        let site = try await TestSite()
        let database = site.app.database
        let id = try await database.write { transaction in
            let key = try transaction.first(
                "SELECT source_key FROM places WHERE precision_level = 'dong' AND menu IS NOT NULL ORDER BY id"
            ) { try $0.string(0) }
            let found = try #require(key)
            let place = try transaction.first(
                "SELECT \(Place.columns) FROM places p WHERE p.source_key = \(found)",
                Place.init
            )
            let known = try #require(place)
            var record = PlaceRecord(
                source: SourceReference(source: known.source.source, asOf: "2026-05-01"),
                key: found,
                kind: known.kind,
                name: known.name,
                category: known.category,
                district: known.district
            )
            record.roadAddress = known.roadAddress
            try transaction.upsertPlaces([record], site.app.districts)
            return known.id
        }
        let json = try await site.json("/places/\(id)")
        let place = json["place"] as? [String: Any]
        #expect((place?["source"] as? [String: Any])?["asOf"] as? String == "2026-05-01")
        let facts = (place?["otherFacts"] as? [[String: Any]] ?? []).map { fact in
            "\(fact["fact"] ?? "") \((fact["source"] as? [String: Any])?["asOf"] ?? "")"
        }
        #expect(facts.contains("menu 2022"))
        #expect(facts.contains("position 2022"))
        let page = try await site.get("/places/\(id)?lang=en")
        let terms = try page.html.all("dl").map(\.text)
        #expect(terms.contains { $0.contains("Location sourceCentres of the legal dong, as of 2022") })
        #expect(page.text.contains(", as of 1 May 2026"))
    }

    @Test("Every fact has its text in both languages") func factTexts() throws {
        for language in Language.allCases {
            let texts = try Texts(language: language, directory: Project.root.path + "/Views")
            for fact in PlaceFact.allCases {
                #expect(texts["fact.\(fact.rawValue.replacing("_", with: "-"))"] != nil)
            }
        }
    }
}
