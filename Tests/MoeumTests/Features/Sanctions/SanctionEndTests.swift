import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What is imposed for a time is lifted by itself.
struct SanctionEndTests {
    @Test(arguments: TestEngine.available)
    func aSuspensionEndsByItself(_ engine: TestEngine) async throws {
        try await TestSite.withSample(on: engine) { site in
            try await site.withBrowsers { open in
                let browser = open()
                let hand = try await browser.reviewer()
                try await hand.publish()
                let staff = try await open().staff()
                // As if it had been imposed a week ago until yesterday.
                let (now, press, account) = (site.now, site.app.press, hand.account)
                var act = Act(actor: .staff(staff.account), reason: .spam, at: now - 7 * 86_400, press: press)
                act.until = now - 86_400
                let id = try await site.app.database.write { [act] in try $0.impose(.suspension, on: account, act) }
                try await site.app.database.write { try $0.withholdReviews(of: account, at: now - 7 * 86_400) }
                #expect(try await site.shownReviews(at: hand.place) == 0)
                let loop = { (time: Date) in
                    SanctionEnd(database: site.app.database, press: press, clock: { time })
                }
                try await loop(now - 2 * 86_400).run()
                #expect(try await site.shownReviews(at: hand.place) == 0)
                // Whoever is here when the time is over ends it by that, before anything has run.
                #expect(try await browser.post("/favourites/\(hand.place)").status == .seeOther)
                #expect(try await site.shownReviews(at: hand.place) == 1)
                #expect(try await open().get("/reviews/\(try #require(try await hand.review()).id)").status == .ok)
                #expect(try await site.mail(toAccount: account)?.kind == "sanction-ended")
                let deeds = try await site.deeds(on: Deed.Target(.user, account))
                #expect(deeds.map(\.action) == [.lift, .suspend] && deeds[0].actor == .site)

                // Once is enough.
                try await loop(now).run()
                #expect(try await site.deeds(on: Deed.Target(.user, account)).count == 2)
                let standing = try await browser.twin("/my/standing")["sanctions"] as? [[String: Any]]
                #expect(standing?.first?["id"] as? Int == Int(id))
                #expect(standing?.first?["standing"] as? String == "ended")
            }
        }
    }
}
