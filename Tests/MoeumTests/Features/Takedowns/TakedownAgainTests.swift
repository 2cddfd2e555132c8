import Foundation
import RouterClient
import Testing

@testable import Moeum

/// A block does not end by writing the same again.
@Suite(.cleanup)
struct TakedownAgainTests {
    @Test(
        "A review written in place of a blocked one is held for staff",
        arguments: TestEngine.available,
        [false, true]
    )
    func holdReplacement(_ engine: TestEngine, _ isSwept: Bool) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        let staff = try #require(try await site.people(1, "운영").first)
        let takedown = try await client.block()
        #expect(try await client.author.post("/reviews/\(client.review)/delete").status == .seeOther)
        if isSwept {
            try await client.pass(days: 1)
            #expect(try await client.takedown(takedown).ending == .gone)
        }
        let writer = ReviewClient(browser: client.author, account: client.account, place: client.place)
        #expect(try await writer.send().location?.hasPrefix("/reviews/") == true)
        let again = try #require(try await writer.review())
        #expect(try await site.causes(again.id) == [.again] && !again.isShown)
        let found = try #require(try await site.currentCase(again.id))
        #expect(found.isHeld && found.account == client.account && found.place == client.place)
        #expect(try await client.asker.get("/places/\(client.place)").html.has("#r\(again.id)") == false)
        // Another one's words are another one's, and so are other places.
        let other = ReviewClient(
            browser: client.asker,
            account: try await site.logIn(client.asker, nickname: "나래"),
            place: client.place
        )
        #expect(try await site.causes(try await other.publish()) == [])
        let elsewhere = try #require(try await site.places(2).last)
        let free = ReviewClient(browser: client.author, account: client.account, place: elsewhere)
        #expect(try await site.causes(try await free.publish()) == [])
        try await site.dismiss(again.id, by: staff)
        #expect(try await site.causes(again.id) == [])
        #expect(try await site.app.database.read { try $0.review(again.id)?.isShown } == true)
        #expect(try await site.drift() == [])
    }

    @Test("After the thirty days a new review is not held", arguments: TestEngine.available)
    func expireHold(_ engine: TestEngine) async throws {
        let client = try await TakedownClient(on: engine)
        let site = client.site
        _ = try await client.block()
        #expect(try await client.author.post("/reviews/\(client.review)/delete").status == .seeOther)
        try await client.pass(days: 1)
        try await site.execute("UPDATE takedowns SET blocked_until = \(site.now.milliseconds)")
        let writer = ReviewClient(browser: client.author, account: client.account, place: client.place)
        #expect(try await site.causes(try await writer.publish()) == [])
    }
}
