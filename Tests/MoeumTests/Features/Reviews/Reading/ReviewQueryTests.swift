import Testing

@testable import Moeum

struct ReviewQueryTests {
    private func query(_ items: (name: String, value: String)..., mayBeMine: Bool = true) -> ReviewQuery {
        ReviewQuery(items, mayBeMine: mayBeMine)
    }

    @Test("Every key is read and written in one order") func readAndWriteKeys() {
        let asked = query(
            ("after", "2.kx3f2.9az"),
            ("sort", "low"),
            ("mine", "1"),
            ("within", "1y"),
            ("language", "en"),
            ("keyword", "20"),
            ("keyword", "3"),
            ("keyword", "20"),
            ("photos", "1"),
            ("rating", "5"),
            ("rating", "1")
        )
        #expect(
            asked.address("/places/7/reviews")
                == "/places/7/reviews?rating=1&rating=5&photos=1&keyword=3&keyword=20&language=en&within=1y&mine=1"
                + "&sort=low&after=2.kx3f2.9az"
        )
        #expect(ReviewQuery(asked.items, mayBeMine: true) == asked)
    }

    @Test(
        "Bad values, defaults and unknown keys are left out",
        arguments: [
            ("rating", "0"), ("rating", "6"), ("rating", "five"), ("photos", "yes"), ("keyword", "soup"),
            ("keyword", "-3"),
            ("language", "fr"), ("within", "2y"), ("mine", "0"), ("sort", "new"), ("sort", "best"), ("after", ""),
            ("after", "1.2"), ("after", "1.2.3.4"), ("after", "-1.2.3"), ("after", "1.2.zzzzzzzzzzzzzzzz"),
            ("colour", "blue"),
        ]
    )
    func ignoreOthers(name: String, value: String) {
        #expect(query((name, value)) == ReviewQuery())
        #expect(query((name, value)).address("/places/7/reviews") == "/places/7/reviews")
    }

    @Test("All numbers of stars are no filter") func allStars() {
        let all = ReviewQuery((1...5).map { ("rating", "\($0)") }, mayBeMine: true)
        #expect(all == ReviewQuery())
    }

    @Test("Nobody has own reviews without an account") func mineWithoutAccount() {
        #expect(query(("mine", "1"), mayBeMine: false) == ReviewQuery())
    }

    @Test("A changed filter begins the list again") func changeFilter() {
        let changed = query(("after", "0.1.1"), ("photos", "1")).with { $0.stars = [4] }
        #expect(changed.address("/r") == "/r?rating=4&photos=1")
    }
}
