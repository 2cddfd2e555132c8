import Foundation
import Testing

@testable import Moeum

/// The open data that a new installation loads is whole and holds nobody's private number.
struct SampleTests {
    private let directory = Project.root.path + "/Data"

    private func content(_ name: String) throws -> FileImport.Content {
        let districts = try Districts.load(from: directory)
        let text = try String(contentsOfFile: "\(directory)/\(name).csv", encoding: .utf8)
        return try FileImport(districts: districts, source: MadeUpPlaces.source).read(text)
    }

    @Test func everyDistrictAndBusinessTypeHasRestaurants() throws {
        let content = try content("restaurants")
        #expect(content.refusals == [])
        let byDistrict = Dictionary(grouping: content.records, by: \.district)
        #expect(byDistrict.count == 25)
        #expect(byDistrict.values.allSatisfy { $0.count >= 18 })
        let types = try BusinessTypes.load(from: directory).all.filter { $0.kind == .restaurant }
        #expect(Set(content.records.map(\.category)) == Set(types.map(\.name)))
    }

    @Test func mostBookshopsHaveHoursThatCanBeRead() throws {
        let content = try content("bookshops")
        #expect(content.refusals == [])
        #expect(content.records.count >= 60)
        let texts = content.records.compactMap(\.hoursText)
        #expect(texts.count { OpeningHours($0) != nil } * 10 > texts.count * 8)
    }

    @Test(arguments: ["restaurants", "bookshops"])
    func noPersonalMobileNumberIsInIt(_ name: String) throws {
        let text = try String(contentsOfFile: "\(directory)/\(name).csv", encoding: .utf8)
        #expect(text.firstMatch(of: /(?:^|[^0-9-])01[016789][- ]?\d{3,4}[- ]?\d{4}/) == nil)
    }

    @Test func everySourceIsDescribed() throws {
        let known = Set(try Source.all(in: directory).map(\.id))
        let used = Set(try (content("restaurants").records + content("bookshops").records).map(\.source.source))
        #expect(used.isSubset(of: known))
    }
}
