import Foundation
import Testing

@testable import Moeum

struct MapTests {
    private let map: SeoulMap

    init() throws { map = try SeoulMap.load(from: Project.root.path + "/Data") }

    private func list(
        pins: [MapPin] = [],
        others: [PlaceList.Point] = [],
        district: String? = "mapo",
        isPartial: Bool = false,
        view: PlaceQuery.Bounds? = nil,
        station: String? = nil,
        _ language: Language = .korean
    ) -> ListMap {
        ListMap(
            pins: pins,
            others: others,
            isPartial: isPartial,
            district: district,
            view: view,
            limit: nil,
            station: station,
            label: "a map",
            clusterHref: { "/\($1 ? "list" : "places")?bounds=\($0.south),\($0.west),\($0.north),\($0.east)" },
            clusterLabel: { "group of \($0)" },
            spotLabel: { "\($0) on one spot" },
            dongLabel: { "\($1) within \($0)" },
            otherLabel: { "another \($0.rawValue)" },
            language: language,
            districtNames: [("mapo", language == .english ? "Mapo-gu" : "마포구")]
        )
    }

    private func svg(_ list: ListMap) -> String { String(decoding: map.drawing(list).bytes, as: UTF8.self) }

    @Test("The station that a map is about is named among any pins") func nameOwnStation() throws {
        let stations = try Stations.load(from: Project.root.path + "/Data")
        for name in ["합정", "강남", "시청"] {
            let station = try #require(stations[named: name])
            let (latitude, longitude) = (station.latitude, station.longitude)
            let pins = (0..<20).map { number in
                pin(number, latitude + Double(number % 5 - 2) / 2_000, longitude + Double(number / 5 - 2) / 2_000)
            }
            for metres in [500.0, 1_000, 5_000] {
                let view = Geodesy.box(around: latitude, longitude, metres: metres)
                let own = svg(list(pins: pins, view: view, station: name))
                #expect(own.components(separatedBy: ">\(name)역</text>").count == 2, "\(name) \(metres)")
                let english = svg(list(pins: pins, view: view, station: name, .english))
                #expect(english.contains(">\(station.fullName(.english))</text>"))
            }
        }
    }

    private func svg(of pin: MapPin, label: String, area: String? = nil, _ language: Language) -> String {
        String(decoding: map.drawing(of: pin, label: label, area: area, language).bytes, as: UTF8.self)
    }

    private func pin(
        _ number: Int?,
        _ latitude: Double,
        _ longitude: Double,
        label: String = "a place",
        _ precision: Place.Precision = .road
    ) -> MapPin {
        MapPin(
            number: number,
            label: label,
            href: number.map { "/places/\($0)" },
            kind: .restaurant,
            position: Place.Position(latitude: latitude, longitude: longitude, precision: precision)
        )
    }

    private func point(_ id: Place.ID, _ latitude: Double, _ longitude: Double) -> PlaceList.Point {
        PlaceList.Point(id: id, kind: .bookshop, latitude: latitude, longitude: longitude)
    }

    @Test("Every district has an outline of at most forty points") func outlines() {
        #expect(map.outlines.count == 25)
        #expect(map.outlines.allSatisfy { (3...40).contains($0.points.count) })
    }

    @Test("A hostile name is escaped") func escapeNames() {
        let drawn = svg(of: pin(nil, 37.55, 126.91, label: "<script>\"'&"), label: "a\"b", .korean)
        #expect(!drawn.contains("<script"))
        #expect(drawn.contains("&lt;script&gt;&quot;&#39;&amp;"))
        #expect(drawn.contains("class=\"halo\""))
        #expect(!drawn.contains("style="))
    }

    @Test("A place on its own page is no link") func ownPage() {
        let drawn = svg(of: pin(nil, 37.55, 126.91), label: "a map", .korean)
        #expect(!drawn.contains("<a "))
        #expect(drawn.contains("role=\"img\" aria-label=\"a place\" data-lat=\"37.55\" data-lon=\"126.91\""))
    }

    @Test("Names are in the reader's language") func languages() {
        let korean = svg(list())
        #expect(korean.contains(">상암동<") && !korean.contains("Sangam-dong"))
        let english = svg(list(.english))
        #expect(english.contains(">Sangam-dong<") && !english.contains("상암동"))
        #expect(svg(list(district: nil, .english)).contains(">Mapo-gu<"))
        #expect(!korean.contains("lang=") && !english.contains("lang="), "the page says its language itself")
    }

    @Test("A pin that was moved has a line to its place") func leaderLines() {
        let alone = svg(list(pins: [pin(1, 37.55, 126.91)]))
        #expect(!alone.contains("class=\"lead\""))
        let stacked = svg(list(pins: (1...3).map { pin($0, 37.55, 126.91) }))
        #expect(stacked.contains("class=\"lead\""))
        let home = MapProjection(fitting: map.bounds(of: "mapo")).point(37.55, 126.91)
        let start = "M \(MapPoint.text(home.x)) \(MapPoint.text(home.y)) "
        #expect(stacked.components(separatedBy: start).count > 2, "each line starts where the places are")
    }

    @Test("A place alone is a link to itself") func singlePlace() {
        let drawn = svg(list(others: [point(7, 37.55, 126.91)]))
        #expect(drawn.contains("href=\"/places/7\" aria-label=\"another bookshop\""))
        #expect(!drawn.contains("bounds="))
    }

    @Test("A group of a list not fully counted says that there are more") func partialGroup() {
        let others = [point(1, 37.553, 126.91), point(2, 37.553, 126.91)]
        #expect(svg(list(others: others)).contains(">2</text>"))
        #expect(svg(list(others: others, isPartial: true)).contains(">2+</text>"))
    }

    @Test("Places known by their dong are counted there and have no pin") func dongGroups() throws {
        let mangwon = try #require(map.dongs.first { $0.district == "mapo" && $0.text == "망원동" })
        let numbered = pin(1, mangwon.latitude, mangwon.longitude, .dong)
        let others = (2...4).map { point(Place.ID(rawValue: $0), mangwon.latitude, mangwon.longitude) }
        let drawn = svg(list(pins: [numbered, pin(2, 37.56, 126.9)], others: others, .english))
        #expect(drawn.components(separatedBy: "class=\"dong\"").count == 2)
        #expect(drawn.contains("aria-label=\"4 within Mangwon-dong\""))
        #expect(drawn.components(separatedBy: "class=\"pin").count == 2, "the other pin alone")
        let bounds = try #require(drawn.firstMatch(of: /cl--dong" href="\/list\?bounds=([^"]+)"/)).output.1
        let degrees = bounds.split(separator: ",").compactMap { Double($0) }
        #expect(degrees[2] - degrees[0] < 0.0001 && degrees[3] - degrees[1] < 0.0001)
        // On all of Seoul they are one group with what is around them.
        let seoul = svg(list(others: others + [point(9, 37.5501, 126.9101)], district: nil))
        #expect(seoul.contains("aria-label=\"group of 4\"") && !seoul.contains("another bookshop"))
    }

    @Test("The page of a place known by its dong tints that dong") func tintDong() {
        let mangwon = map.dongs.first { $0.district == "mapo" && $0.text == "망원동" }
        let pin = pin(nil, mangwon?.latitude ?? 0, mangwon?.longitude ?? 0, .dong)
        let drawn = svg(of: pin, label: "a map", area: "within Mangwon-dong", .english)
        #expect(drawn.contains("class=\"dong\"") && drawn.contains("aria-label=\"within Mangwon-dong\""))
        #expect(!drawn.contains("class=\"pin") && !drawn.contains("halo"))
    }

    @Test("A group that no map can split opens its list") func openList() {
        let spot = svg(list(others: [point(1, 37.553, 126.91), point(2, 37.553, 126.91)]))
        #expect(spot.contains("href=\"/list?bounds=") && spot.contains("aria-label=\"2 on one spot\""))
        let near = svg(list(others: [point(1, 37.553, 126.91), point(2, 37.5531, 126.9101)]))
        #expect(near.contains("href=\"/places?bounds=") && near.contains("aria-label=\"group of 2\""))
    }

    @Test("Stations are named where they do not crowd") func nameStations() {
        let hapjeong = PlaceQuery.Bounds(south: 37.542, west: 126.904, north: 37.557, east: 126.922)
        let close = svg(list(view: hapjeong))
        #expect(close.contains(">합정역<") && close.contains("fill=\"#00A84D\"") && close.contains("fill=\"#CD7C2F\""))
        #expect(svg(list(view: hapjeong, .english)).contains(">Hapjeong Station<"))
        #expect(!svg(list(district: nil)).contains("class=\"station\""))
    }

    @Test("Nothing is drawn beyond the picture") func clipPicture() throws {
        // All on the northern tip of the district, at the picture's edge.
        let drawn = svg(list(pins: (1...20).map { pin($0, map.bounds(of: "mapo").north, 126.9) }))
        let circles = drawn.matches(of: /<circle cx="([-0-9.]+)" cy="([-0-9.]+)" r="12"/)
        #expect(circles.count == 20)
        for circle in circles {
            let (x, y) = (try #require(Double(circle.1)), try #require(Double(circle.2)))
            #expect((12...388).contains(x) && (12...328).contains(y))
        }
    }

    @Test("The ground goes on around the picture") func surroundings() {
        // Beside a picture of Mapo, wide frames show districts that the picture itself does not touch.
        let outlines = svg(list()).components(separatedBy: "class=\"land2\"").count - 1
        let view = MapProjection(fitting: map.bounds(of: "mapo"))
        let inPicture = map.outlines.count { outline in
            outline.points.contains { view.point($0[0], $0[1]).isInside }
        }
        #expect(outlines > inPicture)
    }

    @Test("Numbers are short", arguments: [(0.04, "0"), (-0.26, "-0.3"), (-3.25, "-3.3"), (12.0, "12"), (7.46, "7.5")])
    func shortNumbers(_ number: Double, _ text: String) {
        #expect(MapPoint.text(number) == text)
    }
}
