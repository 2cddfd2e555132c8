import Testing

@testable import Moeum

/// What a place's page says where a register does not have it, or does not have all of it.
@Suite(.cleanup)
struct MissingLicenceTests {
    private func trust(_ place: Place.ID, on site: TestSite, _ language: String = "ko") async throws -> String {
        let page = try await site.get("/places/\(place)?lang=\(language)").html
        return try #require(page.first(".trust.trust--listed")).text
    }

    @Test("A permit that the licence register does not have was looked for", arguments: TestEngine.available)
    func missing(_ engine: TestEngine) async throws {
        let scene = try await RegisterUploadScene(on: engine)
        let place = try await scene.known(9).id
        #expect(try await trust(place, on: scene.site).contains("영업 여부는 확인하지 못했어요"))
        let file = RegisterUploadScene.licences(1...8, closed: [])
        try await scene.send(file, ["dry_run": "1"])
        try await scene.work()
        #expect(try await !trust(place, on: scene.site).contains("찾지 못했어요"))
        try await scene.send(file)
        try await scene.work()
        let words = "인허가 자료에서 찾지 못했어요(2026-11-20 기준). 문을 닫았다는 뜻은 아니에요."
        #expect(try await trust(place, on: scene.site).contains(words))
        let english = try await trust(place, on: scene.site, "en")
        #expect(english.contains("We couldn’t find it in the licence register of 20 November 2026."))
        // The register of another district was not there, and bookshops have no licence.
        let others = try await scene.database.read { transaction in
            try ["restaurant", "bookshop"].map { kind in
                let found = try transaction.first(
                    """
                    SELECT id FROM places WHERE kind = \(kind) AND status = 'listed' AND district <> 'gangnam'
                    ORDER BY id LIMIT 1
                    """
                ) { try $0.id(0) as Place.ID }
                return try #require(found)
            }
        }
        for other in others { #expect(try await !trust(other, on: scene.site).contains("찾지 못했어요")) }
    }

    @Test("The list's day of a designation stays where the register has none", arguments: TestEngine.available)
    func designationDay(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let reference = SourceReference(source: Register.designations.source, asOf: "2026-11-20")
        let model = PlaceDesignation(kind: .model, match: .permit, reference: reference)
        let place = try await site.app.database.write { transaction in
            let source = reference.source
            try transaction.saveSource(
                Source(id: source, nameKo: source, nameEn: source, url: nil, licence: nil, asOf: reference.asOf)
            )
            let found = try transaction.first(
                """
                SELECT id FROM places WHERE kind = 'restaurant' AND status = 'listed' AND designated_on IS NOT NULL
                ORDER BY id LIMIT 1
                """
            ) { try $0.id(0) as Place.ID }
            let id = try #require(found)
            try transaction.saveDesignation(model, of: id)
            return id
        }
        let label = "지정일"
        #expect(try await site.get("/places/\(place)").html.has("dt", text: label))
        try await site.app.database.write { transaction in
            var known = model
            known.from = "2010-06-30"
            try transaction.saveDesignation(known, of: place)
        }
        #expect(try await !site.get("/places/\(place)").html.has("dt", text: label))
    }
}
