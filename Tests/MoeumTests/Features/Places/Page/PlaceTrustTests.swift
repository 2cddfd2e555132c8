import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What a place's page says of whether the place still exists: in words, in JSON, for search engines.
@Suite(.cleanup)
struct PlaceTrustTests {
    private static let licences = SourceReference(source: Register.licences.source, asOf: "2026-11-24")
    private static let designations = SourceReference(source: Register.designations.source, asOf: "2026-11-23")
    private static let grades = SourceReference(source: Register.grades.source, asOf: "2026-11-22")
    private static let prices = SourceReference(source: Register.prices.source, asOf: "2026-09-30")

    /// On 27 November 2026.
    private func site(on engine: TestEngine = .sqlite) async throws -> TestSite {
        let site = try await TestSite(on: engine)
        site.clock.move(Date(timeIntervalSince1970: 1_795_750_200).timeIntervalSince(site.now))
        return site
    }

    private func operation(_ state: PlaceOperation.State, _ word: String, since: String? = nil) -> PlaceOperation {
        PlaceOperation(
            state: state,
            stateText: word,
            since: since,
            licensedOn: "2008-03-01",
            reference: Self.licences
        )
    }

    /// A restaurant of the sample that registers say something of.
    private func restaurant(
        on site: TestSite,
        _ status: Place.Status = .listed,
        _ fill: @escaping @Sendable (Transaction, Place.ID) throws -> Void
    ) async throws -> Place {
        let districts = site.app.districts
        return try await site.app.database.write { transaction in
            for register in Register.allCases {
                let source = Source(
                    id: register.source,
                    nameKo: "대장",
                    nameEn: "Register",
                    url: nil,
                    licence: nil,
                    asOf: "2026-11-24"
                )
                try transaction.saveSource(source)
            }
            let id: Place.ID? = try transaction.first(
                """
                SELECT id FROM places WHERE kind = 'restaurant' AND status = 'listed' AND phone IS NOT NULL
                    AND precision_level IN ('exact', 'road') ORDER BY id LIMIT 1
                """
            ) { try $0.id(0) }
            let found = try #require(id)
            try fill(transaction, found)
            if status != .listed {
                let place = try #require(try transaction.place(found))
                let district = try #require(districts[slug: place.district])
                let decision = StatusDecision(source: nil, reason: "made-up")
                try transaction.setPlaceStatus(status, of: found, decision, district, now: 1)
            }
            return try #require(try transaction.place(found))
        }
    }

    private func page(_ place: Place, on site: TestSite, _ language: String = "ko") async throws -> TestResponse {
        try await site.get("/places/\(place.id)", [.acceptLanguage: language])
    }

    private func detail(_ place: Place, on site: TestSite) async throws -> [String: Any] {
        try await site.json("/places/\(place.id)")["place"] as? [String: Any] ?? [:]
    }

    @Test("A place that is open says so, by which register and of which day", arguments: TestEngine.available)
    func open(_ engine: TestEngine) async throws {
        let site = try await site(on: engine)
        let operation = operation(.open, "영업/정상")
        let place = try await restaurant(on: site) { try $0.saveOperation(operation, of: $1) }
        let korean = try await page(place, on: site)
        let shown = try korean.html
        #expect(shown.has(".trust b", text: "영업 중"))
        #expect(korean.text.contains("인허가 자료 2026-11-24 기준 · 폐업 신고 없음"))
        // Neither a doubt nor a former name.
        #expect(shown.all("[class^=trust]").map { $0["class"] } == ["trust"])
        #expect(!korean.text.contains("google.com/maps") && !shown.has("#similar"))
        let english = try await page(place, on: site, "en")
        #expect(english.text.contains("licence register, 24 November 2026 · no closing reported"))
        #expect(try english.html.has("a[href^=https://www.google.com/maps/search/?api=1&query=]"))
        let known = try #require(try await detail(place, on: site)["operation"] as? [String: Any])
        #expect(known["state"] as? String == "open" && known["since"] is NSNull)
        #expect(known["source"] as? String == Register.licences.source && known["asOf"] as? String == "2026-11-24")
    }

    @Test("A place that has closed says so first, then what else there is", arguments: TestEngine.available)
    func closed(_ engine: TestEngine) async throws {
        let site = try await site(on: engine)
        let operation = operation(.closed, "폐업", since: "2024-03-02")
        let price = DishPrice(dish: "설렁탕", won: 10_000, reference: Self.prices)
        let place = try await restaurant(on: site, .closed) { transaction, id in
            try transaction.saveOperation(operation, of: id)
            try transaction.savePrices([price], of: id)
        }
        let page = try await page(place, on: site)
        let shown = try page.html
        let elements = shown.all("*")
        let notice = elements.firstIndex { $0.name == "b" && $0.text == "2024-03-02 폐업 신고된 곳이에요" }
        let offer = elements.firstIndex { $0["id"] == "similar" }
        let facts = elements.firstIndex { $0["class"]?.hasPrefix("side side--3 is-gone") == true }
        let positions = [notice, offer, facts].compactMap { $0 }
        #expect(positions.count == 3 && positions == positions.sorted())
        #expect(!shown.has("[href^=tel:]") && !shown.has(".place-acts") && !shown.has(".place-act"))
        for gone in ["/reviews/new", "map.kakao.com", "\"telephone\"", "priceRange", "/favourites/\(place.id)"] {
            #expect(!page.text.contains(gone), "\(gone)")
        }
        let known = try #require(try await detail(place, on: site)["operation"] as? [String: Any])
        #expect(known["state"] as? String == "closed" && known["since"] as? String == "2024-03-02")
        let similar = try await site.app.database.read {
            try $0.similarPlaces(to: place, limit: 5, at: SeoulTime(site.now))
        }
        #expect(!similar.isEmpty)
        for entry in similar {
            #expect(entry.place.category == place.category && entry.place.status == .listed)
            #expect(shown.has("#similar #p\(entry.place.id)"))
        }
    }

    @Test(
        "A place that a register does not settle is not called closed",
        arguments: TestEngine.available,
        [PlaceOperation.State.suspended, .unknown]
    )
    func unsure(_ engine: TestEngine, _ state: PlaceOperation.State) async throws {
        let site = try await site(on: engine)
        let operation = operation(state, "휴업")
        let place = try await restaurant(on: site) { try $0.saveOperation(operation, of: $1) }
        let page = try await page(place, on: site).html
        let notice = try #require(page.first(".trust.trust--unsure"))
        #expect(notice.has("b", text: "영업 여부를 확인하지 못했어요"))
        #expect(notice.text.contains("문을 닫았다는 뜻은 아니에요.") && notice.has("span[lang=ko]", text: "휴업"))
        #expect(page.has("a[href^=tel:]"))
    }

    @Test("What no register has is listed, of its list's day", arguments: TestEngine.available)
    func listed(_ engine: TestEngine) async throws {
        let site = try await site(on: engine)
        let place = try await restaurant(on: site) { _, _ in }
        let page = try await page(place, on: site)
        #expect(try page.html.has(".trust.trust--listed") && page.text.contains("목록에 있음 · \(place.source.asOf)"))
        let known = try await detail(place, on: site)
        #expect(known["operation"] is NSNull && (known["designations"] as? [Any])?.isEmpty == true)
    }

    @Test("A place that staff keep listed is not called closed by a register") func disputed() async throws {
        let site = try await site()
        let operation = operation(.closed, "폐업", since: "2024-03-02")
        let place = try await restaurant(on: site) { try $0.saveOperation(operation, of: $1) }
        let page = try await page(place, on: site).html
        #expect(page.has(".trust.trust--unsure") && !page.has(".trust--gone") && page.has("a[href^=tel:]"))
    }

    @Test("Designations stay as history, with the kind of reason alone", arguments: TestEngine.available)
    func designations(_ engine: TestEngine) async throws {
        let site = try await site(on: engine)
        let operation = operation(.open, "영업/정상")
        var model = PlaceDesignation(kind: .model, from: "2010-06-30", match: .permit, reference: Self.designations)
        (model.revokedOn, model.revocation) = ("2024-05-10", .standard)
        var safe = PlaceDesignation(kind: .safe, from: "2024-08-10", match: .addressAndName, reference: Self.grades)
        safe.until = "2027-08-09"
        let (revoked, valid) = (model, safe)
        let place = try await restaurant(on: site) { transaction, id in
            try transaction.saveOperation(operation, of: id)
            try transaction.saveDesignation(revoked, of: id)
            try transaction.saveDesignation(valid, of: id)
            try transaction.savePrices(
                [
                    DishPrice(dish: "설렁탕", won: 11_000, reference: Self.prices),
                    DishPrice(dish: "수육", won: 38_000, reference: Self.prices),
                ],
                of: id
            )
        }
        let page = try await page(place, on: site)
        let (text, shown) = (page.text, try page.html)
        #expect(shown.has(".trust b", text: "영업 중 · 식품안심업소") && text.contains("식품안심업소 2027-08-09까지"))
        #expect(text.contains("모범음식점 2010–2024") && text.contains("2024-05-10 지정 취소(기준 미달)"))
        // No longer a model restaurant, so nothing calls it one.
        #expect(!shown.has(".badge", text: "모범음식점"))
        #expect(shown.has(".menu-lines b", text: "11,000원") && text.contains("착한가격업소 2026-09-30"))
        #expect(text.contains("\"priceRange\":\"₩11000–₩38000\""))
        let detail = try await detail(place, on: site)
        let known = try #require(detail["designations"] as? [[String: Any]])
        let kinds = known.compactMap { $0["kind"] as? String }
        #expect(kinds == ["model", "safe"])
        #expect(known.first?["from"] as? String == "2010-06-30" && known.first?["revoked"] as? String == "2024-05-10")
        #expect(known.last?["until"] as? String == "2027-08-09" && known.last?["grade"] is NSNull)
        #expect(known.first?["asOf"] as? String == "2026-11-23")
        let dish = try #require((detail["prices"] as? [[String: Any]])?.first)
        #expect(dish["dish"] as? String == "설렁탕" && dish["won"] as? Int == 11_000)
        #expect(dish["asOf"] as? String == "2026-09-30")
    }

    @Test("A designation that was taken back on an unknown day shows no invented one", arguments: TestEngine.available)
    func dayUnknown(_ engine: TestEngine) async throws {
        let site = try await site(on: engine)
        var model = PlaceDesignation(kind: .model, from: "2010-06-30", match: .permit, reference: Self.designations)
        model.revocation = .standard
        var safe = PlaceDesignation(kind: .safe, match: .addressAndName, reference: Self.grades)
        safe.hasEnded = true
        let (revoked, ended) = (model, safe)
        let place = try await restaurant(on: site) { transaction, id in
            try transaction.saveDesignation(revoked, of: id)
            try transaction.saveDesignation(ended, of: id)
        }
        let korean = try await page(place, on: site).html
        #expect(korean.all("dd").map(\.text).contains { $0.contains("2010–? 지정 취소(날짜 모름) · 기준 미달") })
        #expect(korean.has("dd", text: "지정이 끝났어요(날짜 모름)"))
        #expect(!korean.has(".badge", text: "모범음식점"))
        let english = try await page(place, on: site, "en").html
        #expect(english.all("dd").map(\.text).contains { $0.contains("Withdrawn (day unknown)") })
        #expect(english.has("dd", text: "Ended (day unknown)"))
        let known = try #require(try await detail(place, on: site)["designations"] as? [[String: Any]])
        #expect(known.allSatisfy { $0["revoked"] is NSNull && $0["ended"] as? Bool == true })
    }

    @Test("A new name stands first, and reviews of the former one are told apart", arguments: TestEngine.available)
    func renamed(_ engine: TestEngine) async throws {
        let site = try await site(on: engine)
        let operation = operation(.open, "영업/정상")
        var model = PlaceDesignation(kind: .model, from: "2010-06-30", match: .permit, reference: Self.designations)
        (model.revokedOn, model.revocation) = ("2024-05-14", .succession)
        let takenOver = model
        let place = try await restaurant(on: site) { transaction, id in
            try transaction.saveOperation(operation, of: id)
            try transaction.saveDesignation(takenOver, of: id)
            try transaction.execute(
                """
                UPDATE places SET name = '다온설렁탕', current_name = '다온설렁탕', official_name = '한결설렁탕'
                WHERE id = \(id)
                """
            )
        }
        let people = try await site.people(2, "별하")
        for (person, day) in zip(people, ["2024-05-13", "2024-05-14"]) {
            _ = try await site.review(place.id, by: person, try ReviewsFixture.input(visitedOn: day), age: 3_600)
        }
        let korean = try await page(place, on: site)
        let notice = try #require(try korean.html.first(".trust.trust--name"))
        #expect(notice.has("b", text: "지금 이름은 ‘다온설렁탕’이에요"))
        #expect(notice.has("span[lang=ko]", text: "한결설렁탕") && notice.text.contains("한결설렁탕 · 2024-05-14 승계"))
        #expect(korean.text.components(separatedBy: "옛 이름일 때의 리뷰").count == 2)
        #expect(try await page(place, on: site, "en").text.contains("Now called "))
        let detail = try await detail(place, on: site)
        #expect(detail["name"] as? String == "다온설렁탕" && detail["currentName"] as? String == "다온설렁탕")
        #expect(detail["officialName"] as? String == "한결설렁탕")
    }

    @Test("A former grade says when it was given, and how long the licence is held") func formerGrade() async throws {
        let site = try await site()
        let operation = operation(.open, "영업/정상")
        var safe = PlaceDesignation(kind: .safe, match: .addressAndPhone, reference: Self.grades)
        (safe.until, safe.grade) = ("2027-08-09", "매우 우수")
        let graded = safe
        let place = try await restaurant(on: site) { transaction, id in
            try transaction.saveOperation(operation, of: id)
            try transaction.saveDesignation(graded, of: id)
        }
        let page = try await page(place, on: site)
        let shown = try page.html
        let grade = try #require(shown.all("dd").first { $0.has("span[lang=ko]", text: "매우 우수") })
        #expect(grade.text.contains("매우 우수 (2026-03 이전 평가)") && page.text.contains("인허가 기준 18년"))
        #expect(shown.has(".trust b", text: "영업 중") && shown.has("a[href=/about/data#in-2028]"))
    }
}
