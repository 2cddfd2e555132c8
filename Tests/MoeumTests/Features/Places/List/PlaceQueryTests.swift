import Testing

@testable import Moeum

struct PlaceQueryTests {
    private let districts = PlacesFixture.districts

    private func query(_ items: (name: String, value: String)...) -> PlaceQuery {
        PlaceQuery(items, districts: districts)
    }

    @Test("Every key is read and given back in one order") func roundTrip() {
        let asked = query(
            ("after", "k1"),
            ("status", "all"),
            ("view", "map"),
            ("sort", "name"),
            ("confirmed", "1"),
            ("designation", "good-price"),
            ("open", "1"),
            ("radius", "500"),
            ("near", "37.5,127.0"),
            ("type", "한식"),
            ("district", "mapo"),
            ("district", "jung"),
            ("kind", "restaurant"),
            ("q", " 냉면 ")
        )
        #expect(
            asked.items().map(\.name) == [
                "q", "kind", "district", "district", "type", "near", "radius", "open", "designation", "confirmed",
                "sort", "view", "status", "after",
            ]
        )
        #expect(asked.text == "냉면")
        #expect(asked.districts == ["mapo", "jung"])
        #expect(PlaceQuery(asked.items(), districts: districts).items().map(\.value) == asked.items().map(\.value))
    }

    @Test(
        "Bad values and unknown keys are ignored",
        arguments: [
            ("kind", "hotel"), ("district", "atlantis"), ("sort", "price"), ("view", "list"), ("open", "yes"),
            ("near", "37.5"), ("near", "nan,127"), ("near", "95,127"), ("bounds", "38,126,37,127"), ("bounds", "1,2,3"),
            ("status", "closed"), ("designation", "star"), ("confirmed", "yes"), ("radius", "far"), ("colour", "blue"),
            ("q", "   "),
        ]
    )
    func ignoreBadValues(name: String, value: String) {
        #expect(query((name, value)) == PlaceQuery())
        #expect(query((name, value)).address("/places") == "/places")
    }

    @Test("The radius stays within its limits") func limitRadius() {
        #expect(query(("radius", "90000")).radius == 5_000)
        #expect(query(("radius", "-4")).radius == 1_000)
    }

    @Test("The default order follows the words and the point") func defaultSort() {
        #expect(query(("q", "밥")).effectiveSort == .relevance)
        #expect(query(("near", "37.5,127")).effectiveSort == .distance)
        #expect(query().effectiveSort == .rating)
        #expect(query(("sort", "distance")).effectiveSort == .rating)
        #expect(query(("sort", "distance")).needsPosition)
        #expect(query(("sort", "name"), ("q", "밥")).effectiveSort == .name)
    }

    @Test("Values are encoded and cannot end the address") func encodeValues() {
        let address = query(("q", "a&b=c#\"<한")).address("/places")
        #expect(address == "/places?q=a%26b%3Dc%23%22%3C%ED%95%9C")
    }

    @Test("A changed filter leads to the first page") func firstPage() {
        let changed = query(("after", "k1"), ("type", "한식")).with { $0.types = [] }
        #expect(changed.address("/places") == "/places")
    }

    @Test("A district's own address does not repeat the district") func districtAddress() {
        #expect(
            query(("district", "mapo"), ("open", "1")).address("/districts/mapo", withoutDistrict: true)
                == "/districts/mapo?open=1"
        )
    }
}
