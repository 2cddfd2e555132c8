import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// One person, two tabs, one heart.
@Suite(.cleanup) struct TwoTabsTests {
    @Test("A thousand presses in two tabs leave counts that agree with the rows", arguments: TestEngine.available)
    func countsAgree(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let places = try await site.app.database.read { try $0.listedPlaceIDs(limit: 2) }
        let tab = TestBrowser(site)
        let person = try await site.logIn(tab, nickname: "two tabs")
        let heart = "/favourites/\(places[0])"
        try await withThrowingTaskGroup { group in
            for number in 1...2 {
                group.addTask {
                    for turn in 1...500 {
                        // The one tab adds while the other removes.
                        let isOn = (turn + number) % 2 == 0
                        let answer = try await tab.post(isOn ? heart : "\(heart)/delete")
                        #expect(answer.status == .seeOther)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await tab.post("/favourites/\(places[1])")
        for place in places {
            let (count, rows, favouriteIDs) = try await site.app.database.read { transaction in
                let rows = try transaction.first("SELECT COUNT(*) FROM favourites WHERE place_id = \(place)") {
                    try $0.int(0)
                }
                return (
                    try transaction.placeFavouriteCount(of: place), rows,
                    try transaction.favouritePlaceIDs([place], by: person)
                )
            }
            #expect(count == rows)
            #expect(count == favouriteIDs.count)
        }
        let sets = try await site.app.database.read { try $0.favouriteSets(of: person) }
        #expect(try await FavouriteSets.count(sets.all) == site.count("SELECT COUNT(*) FROM favourites"))
    }
}
