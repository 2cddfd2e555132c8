import Foundation
import RouterClient
import Testing

@testable import Moeum

/// Many reviews of one place at once.
@Suite(.cleanup)
struct SurgeTests {
    private struct Crowd {
        let site: TestSite
        let place: Place.ID

        /// One after the other, each by somebody else.
        func write(_ count: Int, _ stem: String, accountAge: TimeInterval, _ browser: TestBrowser) async throws
            -> [Review.ID]
        {
            var ids: [Review.ID] = []
            for number in 1...count {
                let account = try await site.logIn(browser, nickname: "\(stem)\(number)", age: accountAge)
                let client = ReviewClient(browser: browser, account: account, place: place)
                _ = try await client.send()
                ids.append(try #require(try await client.review()?.id))
            }
            return ids
        }
    }

    private func undoLast(on id: Review.ID, _ audit: AuditContext, _ site: TestSite) async throws {
        let entries = try await site.auditEntries(on: id)
        let last = try #require(entries.first)
        try await site.app.database.write { _ = try $0.revertChange(last.id, audit) }
    }

    @Test("Reviews that staff released by undoing the hold are not held again", arguments: TestEngine.available)
    func keepReleased(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, visitor) = (TestBrowser(site), TestBrowser(site))
        let place = try #require(try await site.places(1).first)
        let crowd = Crowd(site: site, place: place)
        let staff = try await site.people(1, "운영")[0]
        func isSaid() async throws -> Bool {
            let list = try await visitor.get("/places/\(place)/reviews").text.contains("갑자기 리뷰가 몰려")
            let json = try await visitor.json("/places/\(place)/reviews")["isSurging"] as? Bool
            #expect(list == json)
            return list
        }
        #expect(try await !isSaid())
        let first = try await crowd.write(5, "새싹", accountAge: 3_600, browser)
        for id in first { #expect(try await site.causes(id) == [.surge]) }
        #expect(try await isSaid())
        let audit = AuditContext(actor: .staff(staff), at: site.now, emailRenderer: site.app.emailRenderer)
        for id in first { try await undoLast(on: id, audit, site) }
        for id in first { #expect(try await site.causes(id) == []) }
        #expect(try await !isSaid())
        let after = try await crowd.write(1, "나중", accountAge: 3_600, browser)[0]
        for id in first + [after] { #expect(try await site.causes(id) == []) }
        // Taken back in its turn, the hold stands as it did.
        try await undoLast(on: first[0], audit, site)
        #expect(try await site.causes(first[0]) == [.surge])
        #expect(try await isSaid())
        #expect(try await site.drift() == [])
    }

    @Test("A surge of new accounts is held, and older reviews stay", arguments: TestEngine.available)
    func holdSurge(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, visitor) = (TestBrowser(site), TestBrowser(site))
        let place = try #require(try await site.places(1).first)
        let crowd = Crowd(site: site, place: place)
        let staff = try await site.people(1, "운영")[0]
        let old = try await site.people(2, "단골")
        let before = try await site.review(place, by: old[0], try ReviewsFixture.input(), age: 2 * 86_400)
        let regular = try await site.review(place, by: old[1], try ReviewsFixture.input(), age: 3_600)
        let quiet = try await visitor.get("/places/\(place)").text
        #expect(!quiet.contains("갑자기 리뷰가 몰려"))
        let first = try await crowd.write(3, "새싹", accountAge: 3_600, browser)
        for id in first { #expect(try await site.causes(id) == []) }
        // The fifth of the day makes it one: what new accounts wrote waits, what others did stays.
        let fifth = try await crowd.write(1, "다섯", accountAge: 3_600, browser)[0]
        for id in first + [fifth] { #expect(try await site.causes(id) == [.surge]) }
        for id in [before, regular] { #expect(try await site.causes(id) == []) }
        #expect(try await site.drift() == [])
        let page = try await visitor.get("/places/\(place)").text
        #expect(page.contains("갑자기 리뷰가 몰려"))
        #expect(page == (try await TestBrowser(site).get("/places/\(place)").text))
        // Anyone who follows waits as well, also with an old account.
        let next = try await crowd.write(1, "한결", accountAge: 400 * 86_400, browser)[0]
        #expect(try await site.causes(next) == [.surge])
        #expect(try await site.currentCase(next)?.place == place)
        // Staff let them go: they count no more, and nothing holds them again.
        for id in first + [fifth, next] { try await site.dismiss(id, by: staff) }
        for id in first + [fifth, next] { #expect(try await site.causes(id) == []) }
        #expect(!(try await visitor.get("/places/\(place)").text).contains("갑자기 리뷰가 몰려"))
        let after = try await crowd.write(1, "나중", accountAge: 3_600, browser)[0]
        #expect(try await site.causes(after) == [])
        #expect(try await site.drift() == [])
    }

    @Test("The rule is as staff set it, and off where limits are off", arguments: TestEngine.available)
    func followSettings(_ engine: TestEngine) async throws {
        for (settings, changes) in [
            ([:], [SiteSettings.Name.holdsSurges: 0]), ([:], [.surgeLeast: 6]), (["MOEUM_LIMITS": "off"], [:]),
        ] as [([String: String], [SiteSettings.Name: Int])] {
            try await Cleanup.run {
                let site = try await TestSite(on: engine, settings: settings)
                for (name, value) in changes { try await site.set(name, to: value) }
                let browser = TestBrowser(site)
                let place = try #require(try await site.places(1).first)
                let crowd = Crowd(site: site, place: place)
                for id in try await crowd.write(5, "새싹", accountAge: 3_600, browser) {
                    #expect(try await site.causes(id) == [])
                }
            }
        }
    }

    @Test("A surge is many times the usual number and mostly of new accounts") func detectSurge() {
        let now = Date(milliseconds: 1_800_000_000_000)
        func surge(_ new: Int, _ old: Int, left: Int = 0, before: Int) -> Surge {
            func review(_ age: TimeInterval?) -> Surge.RecentReview {
                Surge.RecentReview(review: 1, joinedAt: age.map { now - $0 }, isHeld: false)
            }
            let recent =
                (0..<new).map { _ in review(6.9 * 86_400) } + (0..<old).map { _ in review(7 * 86_400) }
                + (0..<left).map { _ in review(nil) }
            return Surge(recent: recent, before: before)
        }
        let settings = SiteSettings()
        #expect(surge(5, 0, before: 0).isOn(by: settings, at: now))
        #expect(!surge(4, 0, before: 0).isOn(by: settings, at: now))
        #expect(surge(3, 2, before: 0).isOn(by: settings, at: now))
        #expect(!surge(3, 3, before: 0).isOn(by: settings, at: now))
        #expect(surge(3, 2, left: 1, before: 0).isOn(by: settings, at: now))
        // Two a day are usual: eleven are above five times that, ten are not.
        #expect(!surge(10, 0, before: 180).isOn(by: settings, at: now))
        #expect(surge(11, 0, before: 180).isOn(by: settings, at: now))
        #expect(!surge(11, 0, before: 180).isOn(by: SiteSettings([.surgeFactor: 6]), at: now))
    }
}
