import Foundation
import Testing

@testable import Moeum

/// Which answers can be given, and what answers come to.
struct PlaceAttributeTests {
    @Test("Each attribute takes its own answers alone", arguments: PlaceAttribute.allCases)
    func takeAnswers(_ attribute: PlaceAttribute) {
        let all = ["yes", "no", "1", "2", "3", "4", "closed", "11:00-21:00"]
        let expected =
            attribute.weekday != nil
            ? ["closed", "11:00-21:00"] : attribute == .price ? ["1", "2", "3", "4"] : ["yes", "no"]
        #expect(all.filter { attribute.value($0) == $0 } == expected)
        for typed in ["", "YES", "yes ", "0", "5", "예", "no\u{301}", "１", "closed\u{0}", "open"] {
            #expect(attribute.value(typed) == nil, "\(typed)")
        }
    }

    @Test("The table offers each attribute somewhere, and bookshops theirs alone") func offer() {
        let offered = Place.Kind.allCases.flatMap { PlaceAttribute.offered(at: $0) }
        #expect(Set(offered) == Set(PlaceAttribute.allCases.filter { $0.weekday == nil }))
        for attribute in [PlaceAttribute.events, .usedBooks] {
            #expect(!attribute.isOffered(at: .restaurant) && attribute.isOffered(at: .bookshop))
        }
        for day in PlaceAttribute.week { #expect(Place.Kind.allCases.allSatisfy { day.isOffered(at: $0) }) }
        #expect(PlaceAttribute.week.compactMap(\.weekday) == Array(1...7))
    }

    @Test("Most people decide; of a tie nothing follows, unless answers age: then the newest") func lead() {
        #expect(AttributeTally.leading(.parking, []) == nil)
        #expect(AttributeTally.leading(.parking, [("no", 1, 1), ("yes", 2, 0)]) == "yes")
        #expect(AttributeTally.leading(.parking, [("no", 2, 1), ("yes", 2, 5)]) == nil)
        #expect(AttributeTally.leading(.price, [("1", 2, 1), ("2", 2, 5)]) == "2")
        #expect(AttributeTally.leading(.monday, [("closed", 3, 1), ("11:00-20:00", 2, 5)]) == "closed")
    }

    @Test("One row a key and value counts who say so and who do not") func makeRows() {
        func tally(_ attribute: PlaceAttribute, _ value: String, _ people: Int) -> AttributeTally {
            AttributeTally(attribute: attribute, value: value, people: people, answeredAt: 0, isLeading: false)
        }
        let rows = PlaceFactRow.rows([
            tally(.reservation, "yes", 4), tally(.reservation, "no", 3), tally(.parking, "no", 2),
            tally(.price, "2", 5), tally(.price, "3", 1),
        ])
        #expect(rows.map(\.key) == ["reservation", "reservation", "parking", "price", "price"])
        #expect(rows.map(\.yes) == [4, 4, 0, 5, 1])
        #expect(rows.map(\.no) == [3, 3, 2, 1, 5])
        #expect(rows.allSatisfy { $0.asOf == "1970-01-01" })
    }

    @Test("The address of a list keeps its facts in one order, and drops what is none") func keepQuery() {
        let items = ["parking", "x", "solo", "price", "hours-mon", "solo"].map { (name: "fact", value: $0) }
        let query = PlaceQuery(items, districts: PlacesFixture.districts)
        #expect(query.facts == [.solo, .parking])
        #expect(query.address("/places") == "/places?fact=solo&fact=parking")
        var cleared = query
        cleared.clearFilters()
        #expect(cleared == PlaceQuery())
    }
}
