import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Two places that are one: everything that people have moves, and comes back.
@Suite(.cleanup)
struct DuplicatePlaceTests {
    private func count(_ table: SQL, at place: Place.ID, _ site: TestSite) async throws -> Int {
        try await site.count("SELECT COUNT(*) FROM \(table) WHERE place_id = \(place)")
    }

    @Test(
        "Items move with a merge unless people have both, and undoing brings them back",
        arguments: TestEngine.available
    )
    func moveItems(_ engine: TestEngine) async throws {
        let merged = try await MergedPlaces(on: engine)
        let (site, duplicate, other) = (merged.site, merged.places[0], merged.places[1])
        try await merged.settle(merged.people[0], at: duplicate, stars: 5)
        try await merged.settle(merged.people[1], at: other, stars: 2)
        try await merged.settle(merged.people[2], at: duplicate, stars: 1)
        try await merged.settle(merged.people[2], at: other, stars: 3)
        // Without a name, and one that is only remembered.
        let nameless = try await site.review(duplicate, by: merged.people[3], try ReviewsFixture.input(stars: 4))
        try await site.execute("UPDATE reviews SET account_id = NULL WHERE id = \(nameless)")
        try await site.execute(
            "INSERT INTO removed_reviews (id, place_id, removed_at) VALUES (7, \(duplicate), 1)"
        )
        let (mine, both) = try await site.app.database.write { transaction in
            let mine = try #require(try transaction.review(of: duplicate, by: merged.people[0]))
            let both = try #require(try transaction.review(of: duplicate, by: merged.people[2]))
            for target in [mine.id, both.id].map({ AuditEntry.Target.review($0) }) + [
                AuditEntry.Target.place(duplicate)
            ] {
                _ = try transaction.findOrInsertCase(of: target, account: nil, place: duplicate, at: site.now)
            }
            return (mine, both)
        }
        let before = try await merged.everything()
        let answer = try await merged.merge(duplicate, into: other)
        #expect(answer.status == .seeOther && answer.location == "/places/\(other)")
        let said = try await merged.browser.get("/places/\(other)").text
        #expect(said.contains("옮긴 것 5개, 두 곳에 모두 있어 그대로 둔 것 4개예요"))
        #expect(try await merged.drifted() == [])
        for table in ["reviews", "favourites", "visits", "list_entries", "review_drafts"] as [SQL] {
            #expect(try await count(table, at: duplicate, site) == 1)
        }
        #expect(try await count("reviews", at: other, site) == 4)
        #expect(try await count("removed_reviews", at: other, site) == 1)
        #expect(try await count("favourites", at: other, site) == 3)
        #expect(try await count("photos", at: other, site) == 3)
        let cases = try await site.app.database.read { transaction in
            try [
                AuditEntry.Target.review(mine.id), AuditEntry.Target.review(both.id),
                AuditEntry.Target.place(duplicate),
            ].map {
                try transaction.openCase(of: $0)?.place
            }
        }
        #expect(cases == [other, duplicate, other])
        let kept = try await site.app.database.read { try $0.favourite(of: merged.people[0], at: other) }
        #expect(kept?.note == "메모 5" && kept?.tags.count == 2)
        try await merged.unmerge(duplicate)
        #expect(try await merged.everything() == before)
        #expect(try await merged.drifted() == [])
    }

    @Test("Merges of merged places can be undone in any order", arguments: TestEngine.available)
    func undoChain(_ engine: TestEngine) async throws {
        for isFirstFirst in [true, false] {
            try await Cleanup.run {
                let merged = try await MergedPlaces(on: engine, places: 3, people: 3)
                let (first, second, third) = (merged.places[0], merged.places[1], merged.places[2])
                try await merged.settle(merged.people[0], at: first, stars: 5)
                try await merged.settle(merged.people[1], at: first, stars: 1)
                try await merged.settle(merged.people[1], at: third, stars: 2)
                try await merged.settle(merged.people[2], at: second, stars: 4)
                let before = try await merged.everything()
                try await merged.merge(first, into: second)
                try await merged.merge(second, into: third)
                #expect(try await merged.site.get("/places/\(first)").location == "/places/\(third)")
                #expect(try await merged.drifted() == [])
                for place in isFirstFirst ? [first, second] : [second, first] {
                    try await merged.unmerge(place)
                    #expect(try await merged.drifted() == [])
                }
                #expect(try await merged.everything() == before)
            }
        }
    }

    @Test("Addresses of a merged place lead to the other one until the merge is undone")
    func redirectAddresses() async throws {
        let merged = try await MergedPlaces()
        let (site, duplicate, other) = (merged.site, merged.places[0], merged.places[1])
        try await merged.merge(duplicate, into: other)
        for page in ["", "/photos", "/reviews?sort=helpful", "/reviews/new?rating=4", "/lists"] {
            for accept in ["text/html", "application/json"] {
                let answer = try await merged.browser.get("/places/\(duplicate)\(page)", [.accept: accept])
                #expect(answer.status == .permanentRedirect)
                #expect(answer.location == "/places/\(other)\(page)")
                #expect(answer.headers[.cacheControl] == "no-store")
            }
        }
        let heart = try await merged.browser.get("/favourites/\(duplicate)")
        #expect(heart.location == "/favourites/\(other)")
        #expect(try await !String(buffer: site.get("/sitemap.xml").body).contains("/places/\(duplicate)<"))
        let page = try await merged.browser.get("/admin/places/\(duplicate)")
        #expect(try page.html.has("a[href=/admin/places/\(other)]") && page.text.contains("다른 곳에 합쳐졌어요"))
        #expect(page.text.contains("/admin/audit?target=place:\(duplicate)"))
        #expect(try !page.html.all("form").contains { $0["action"]?.hasSuffix("/merge") == true })
        try await merged.unmerge(duplicate)
        #expect(try await site.get("/places/\(duplicate)").status == .ok)
        #expect(try await String(buffer: site.get("/sitemap.xml").body).contains("/places/\(duplicate)<"))
    }

    @Test("What is sent to a merged place is kept at the other one and stays there", arguments: TestEngine.available)
    func keepLateForms(_ engine: TestEngine) async throws {
        let merged = try await MergedPlaces(on: engine)
        let (site, duplicate, other) = (merged.site, merged.places[0], merged.places[1])
        let browser = TestBrowser(site)
        let client = try await browser.reviewer(of: duplicate)
        let lists = ListClient(browser: browser)
        let list = try await lists.make()
        try await merged.merge(duplicate, into: other)
        try await browser.put("\(client.path)/draft", ["body": "국물이"])
        #expect(try await site.app.database.read { try $0.reviewDraft(of: client.account, at: other) } != nil)
        try await browser.post("/favourites/\(duplicate)")
        try await browser.post("/places/\(duplicate)/visits", ["on": "2026-11-01"])
        try await lists.put(duplicate, on: list)
        let review = try await client.publish()
        #expect(try await site.app.database.read { try $0.review(review)?.place } == other)
        try await merged.unmerge(duplicate)
        for table in ["reviews", "favourites", "visits", "list_entries"] as [SQL] {
            #expect(try await count(table, at: duplicate, site) == 0)
            #expect(try await count(table, at: other, site) == 1)
        }
        #expect(try await merged.drifted() == [])
    }

    @Test("Undoing a merge leaves items that were added since", arguments: TestEngine.available)
    func keepNewItems(_ engine: TestEngine) async throws {
        let merged = try await MergedPlaces(on: engine)
        let (site, duplicate, other) = (merged.site, merged.places[0], merged.places[1])
        let person = merged.people[0]
        try await merged.settle(person, at: duplicate, stars: 5)
        try await merged.merge(duplicate, into: other)
        let later = site.now + Favourite.undoPeriod + 1
        try await site.app.database.write { transaction in
            _ = try transaction.removeFavourite(other, by: person, at: site.now)
            _ = try transaction.insertFavourite(other, .init(note: "새로"), usual: [], by: person, at: later)
            if let review = try transaction.review(of: other, by: person) {
                try transaction.deleteReview(review.id, at: later)
            }
        }
        try await merged.unmerge(duplicate)
        let favourite = try await site.app.database.read { try $0.favourite(of: person, at: other) }
        #expect(favourite?.note == "새로")
        #expect(try await count("favourites", at: duplicate, site) == 0)
        #expect(try await count("removed_reviews", at: duplicate, site) == 1)
        #expect(try await count("visits", at: duplicate, site) == 1)
        #expect(try await merged.drifted() == [])
    }

    @Test("Neither imports nor staff nor older entries list a merged place again", arguments: TestEngine.available)
    func stayClosed(_ engine: TestEngine) async throws {
        let merged = try await MergedPlaces(on: engine)
        let (site, duplicate, other) = (merged.site, merged.places[0], merged.places[1])
        let status = "/admin/places/\(duplicate)"
        try await merged.browser.post(status, ["status": "closed", "reason": "문을 닫았대요"])
        let older = try await site.app.database.read { try $0.auditEntries(where: "1 = 1", limit: 1).first?.id }
        try await merged.merge(duplicate, into: other)
        let refused = try await merged.browser.post(status, ["status": "listed", "reason": "열었어요"])
        #expect(refused.status == .unprocessableContent)
        let districts = site.app.districts
        let found = try await site.app.database.write { transaction in
            var record = try #require(try transaction.placeRecord(duplicate))
            record.designatedOn = "2099-01-01"
            record.source = SourceReference(source: record.source.source, asOf: "2099-01-02")
            _ = try transaction.upsertPlace(record, districts, now: site.now.milliseconds)
            return try transaction.place(duplicate)?.status
        }
        #expect(found == .closed)
        await #expect(throws: Problem.cannotRevert) {
            try await site.app.database.write { transaction in
                var audit = AuditContext(actor: .site, at: site.now, emailRenderer: site.app.emailRenderer)
                audit.districts = districts
                try transaction.revertChange(try #require(older), audit)
            }
        }
    }

    @Test("A merge that is not possible is explained beside its field") func refuseMerge() async throws {
        let merged = try await MergedPlaces(places: 4)
        let (site, places) = (merged.site, merged.places)
        let bookshop = try #require(try await site.places(1, .bookshop).first)
        try await merged.merge(places[2], into: places[3])
        func refusal(_ place: Place.ID, _ into: String, reason: String = "같은 집") async throws -> [String: String]? {
            let answer = try await merged.browser.post(
                "/admin/places/\(place)/merge",
                ["into": into, "reason": reason],
                TestBrowser.asProgram
            )
            #expect(answer.status == .unprocessableContent)
            let problem = try JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
            return problem?["errors"] as? [String: String]
        }
        #expect(try await refusal(places[0], "http://moeum.example/places/\(places[0])") == ["into": "same"])
        #expect(try await refusal(places[0], "1") == ["into": "unknown"])
        #expect(try await refusal(places[0], "어딘가") == ["into": "unknown"])
        #expect(try await refusal(places[0], "\(bookshop)") == ["into": "kind"])
        #expect(try await refusal(places[0], "\(places[2])") == ["into": "merged"])
        #expect(try await refusal(places[2], "\(places[0])") == ["into": "merged-already"])
        #expect(try await refusal(places[0], " ", reason: "") == ["into": "required", "reason": "required"])
        let page = try await merged.browser.post("/admin/places/\(places[0])/merge", ["into": "<7>", "reason": "같은 집"])
        #expect(page.status == .unprocessableContent && page.text.contains("&lt;7&gt;"))
        #expect(try page.html.has("textarea[name=reason]", text: "같은 집"))
        #expect(try await merged.browser.post("/admin/places/1/merge").status == .notFound)
    }

    @Test("The second of two merges is refused") func refuseStale() async throws {
        let merged = try await MergedPlaces(places: 3)
        let path = "/admin/places/\(merged.places[0])"
        let rev = try #require(try await merged.browser.get(path).hidden("rev", of: "\(path)/merge"))
        try await merged.browser.post(path, ["status": "cancelled", "reason": "취소됐대요"])
        let fields = ["into": "/places/\(merged.places[1])", "reason": "같은 집", "rev": rev]
        #expect(try await merged.browser.post("\(path)/merge", fields).status == .conflict)
        let json = try await merged.browser.post("\(path)/merge", fields, TestBrowser.asProgram)
        #expect(json.status == .conflict)
        let again = fields.filter { $0.key != "rev" }
        #expect(try await merged.browser.post("\(path)/merge", again, TestBrowser.asProgram).status == .ok)
    }

    @Test(
        "A place is named by its number or by any of its addresses",
        arguments: [
            ("12", 12), ("https://moeum.example/places/12?x=1#r3", 12), ("/admin/places/12", 12),
            ("/places/12/reviews", 12),
            ("places", nil), ("/lists/12", nil), ("-", nil),
        ] as [(String, Place.ID?)]
    )
    func readTarget(_ typed: String, _ id: Place.ID?) {
        #expect(PlaceMerge.Order.number(in: typed) == id)
    }
}
