import Foundation
import Testing

@testable import Moeum

/// The open data that a new installation loads is whole and holds nobody's private number.
struct SampleTests {
    private let directory = Project.root.path + "/Data"

    private func content(_ name: String) throws -> FileImport.Content {
        let districts = try Districts.load(from: directory)
        let text = try String(contentsOfFile: "\(directory)/\(name).csv", encoding: .utf8)
        let dongs = try DongTable.load(from: directory)
        return try FileImport(districts: districts, source: PlacesFixture.source, dongs: dongs).read(text)
    }

    @Test("Every district and business type has restaurants") func coverDistricts() throws {
        let content = try content("restaurants")
        #expect(content.rejections == [])
        let byDistrict = Dictionary(grouping: content.records, by: \.district)
        #expect(byDistrict.count == 25)
        #expect(byDistrict.values.allSatisfy { $0.count >= 18 })
        let types = try BusinessTypes.load(from: directory).all.filter { $0.kind == .restaurant }
        #expect(Set(content.records.map(\.category)) == Set(types.map(\.name)))
    }

    @Test("Most bookshops have opening hours that can be read") func readableHours() throws {
        let content = try content("bookshops")
        #expect(content.rejections == [])
        #expect(content.records.count >= 60)
        let texts = content.records.compactMap(\.hoursText)
        #expect(texts.count { OpeningHours($0) != nil } * 10 > texts.count * 8)
    }

    @Test("The sample has no personal mobile number", arguments: ["restaurants", "bookshops"])
    func noMobileNumbers(_ name: String) throws {
        let text = try String(contentsOfFile: "\(directory)/\(name).csv", encoding: .utf8)
        #expect(text.firstMatch(of: /(?:^|[^0-9-])01[016789][- ]?\d{3,4}[- ]?\d{4}/) == nil)
    }

    @Test("Every source is described") func describedSources() throws {
        let known = Set(try Source.all(in: directory).map(\.id))
        let used = Set(try (content("restaurants").records + content("bookshops").records).map(\.source.source))
        #expect(used.isSubset(of: known))
    }

    /// The map's outlines have forty points at most, so a place by the border may lie a little outside.
    @Test("Every position lies in its district", arguments: ["restaurants", "bookshops"])
    func positionsInDistricts(_ name: String) throws {
        let map = try SeoulMap.load(from: directory)
        for record in try content(name).records {
            guard let position = record.position else {
                Issue.record("\(record.name) has no position")
                continue
            }
            let outline = try #require(map.outlines.first { $0.district == record.district })
            let metres = Self.metres(from: position, to: outline.points)
            #expect(metres < 300, "\(record.name) lies \(Int(metres)) m outside \(record.district)")
        }
    }

    /// A street may run on past its neighbourhood, and the largest are some kilometres wide.
    @Test("A position by road is near its dong") func nearDong() throws {
        let dongs = try DongTable.load(from: directory)
        let records = try content("restaurants").records.filter { $0.position?.precision == .road }
        #expect(records.count > 300)
        for record in records {
            let position = try #require(record.position)
            let dong = try #require(record.dong, "\(record.name) has no dong")
            guard let centre = dongs.position(of: dong, in: record.district) else {
                Issue.record("\(dong) is not in the table")
                continue
            }
            let metres = Geodesy.metres(position.latitude, position.longitude, centre.latitude, centre.longitude)
            #expect(metres < 3_000, "\(record.name) lies \(Int(metres)) m from \(dong)")
        }
    }

    @Test("A place at its dong's centre names the source of that position") func dongCentreSource() throws {
        let records = try content("restaurants").records.filter { $0.position?.precision == .dong }
        #expect(!records.isEmpty)
        #expect(records.allSatisfy { $0.factSources[.position]?.source == DongTable.source })
    }

    @Test("Shops that close on public holidays say so") func holidayHours() throws {
        let closed = try content("bookshops").records.filter { $0.hoursText?.contains("공휴일") == true }
        #expect(closed.map { $0.key.suffix(3) }.sorted() == ["113", "144", "147", "171"])
    }

    @Test("Every source names its faults and claims no day that is not known") func sourceRemarks() throws {
        for source in try Source.all(in: directory) {
            #expect(!source.remarks.isEmpty)
            #expect(source.remarks.allSatisfy { !$0.ko.isEmpty && !$0.en.isEmpty })
            #expect(source.asOf.wholeMatch(of: /\d{4}/) != nil, "only the year of \(source.id) is known")
        }
    }

    /// How far a point lies outside a ring of latitudes and longitudes; 0 inside.
    private static func metres(from position: Place.Position, to ring: [[Double]]) -> Double {
        let (y, x) = (position.latitude, position.longitude)
        var isInside = false
        var nearest = Double.infinity
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            if (a[0] > y) != (b[0] > y), x < (b[1] - a[1]) * (y - a[0]) / (b[0] - a[0]) + a[1] { isInside.toggle() }
            let along = ((y - a[0]) * (b[0] - a[0]) + (x - a[1]) * (b[1] - a[1]))
            let square = (b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])
            let share = square > 0 ? min(max(along / square, 0), 1) : 0
            let foot = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            nearest = min(nearest, Geodesy.metres(y, x, foot.0, foot.1))
        }
        return isInside ? 0 : nearest
    }
}
