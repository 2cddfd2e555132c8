import Foundation
import RouterClient
import Testing

@testable import Moeum

/// A block does not end by writing the same anew.
struct TakedownAgainTests {
    @Test(arguments: TestEngine.available, [false, true])
    func whatIsWrittenInPlaceOfABlockedReviewWaitsForStaff(_ engine: TestEngine, _ isSwept: Bool) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            let staff = try #require(try await site.people(1, "운영").first)
            let takedown = try await hand.block()
            #expect(try await hand.author.post("/reviews/\(hand.review)/delete").status == .seeOther)
            if isSwept {
                try await hand.pass(days: 1)
                #expect(try await hand.takedown(takedown).ending == .gone)
            }
            let writer = ReviewHand(browser: hand.author, account: hand.account, place: hand.place)
            #expect(try await writer.send().location?.hasPrefix("/reviews/") == true)
            let again = try #require(try await writer.review())
            #expect(try await site.causes(again.id) == [.again] && !again.isShown)
            let found = try #require(try await site.livingCase(again.id))
            #expect(found.isHeld && found.account == hand.account && found.place == hand.place)
            #expect(try await hand.asker.get("/places/\(hand.place)").text.contains("id=\"r\(again.id)\"") == false)
            // Another one's words are another one's, and so are other places.
            let other = ReviewHand(
                browser: hand.asker,
                account: try await site.logIn(hand.asker, nickname: "나래"),
                place: hand.place
            )
            #expect(try await site.causes(try await other.publish()) == [])
            let elsewhere = try #require(try await site.places(2).last)
            let free = ReviewHand(browser: hand.author, account: hand.account, place: elsewhere)
            #expect(try await site.causes(try await free.publish()) == [])
            try await site.dismiss(again.id, by: staff)
            #expect(try await site.causes(again.id) == [])
            #expect(try await site.app.database.read { try $0.review(again.id)?.isShown } == true)
            #expect(try await site.drift() == [])
        }
    }

    @Test(arguments: TestEngine.available)
    func onceTheThirtyDaysAreOverNothingWaits(_ engine: TestEngine) async throws {
        try await TakedownHand.onSite(engine) { site, hand in
            _ = try await hand.block()
            #expect(try await hand.author.post("/reviews/\(hand.review)/delete").status == .seeOther)
            try await hand.pass(days: 1)
            try await site.execute("UPDATE takedowns SET blocked_until = \(site.now.milliseconds)")
            let writer = ReviewHand(browser: hand.author, account: hand.account, place: hand.place)
            #expect(try await site.causes(try await writer.publish()) == [])
        }
    }
}
