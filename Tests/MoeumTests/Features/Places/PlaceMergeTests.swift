import Testing

@testable import Moeum

/// What one source leaves out does not take back what another said.
struct PlaceMergeTests {
    private func record(_ asOf: String, _ change: (inout PlaceRecord) -> Void = { _ in }) -> PlaceRecord {
        MadeUpPlaces.record("1", "한솔집") {
            $0.source = SourceReference(source: "made-up", asOf: asOf)
            change(&$0)
        }
    }

    private let old = SourceReference(source: "made-up", asOf: "2022")

    @Test func whatALaterRecordLeavesOutStaysWithItsOwnDate() {
        let known = record("2022") { ($0.phone, $0.menu, $0.hoursText) = ("02-000-0000", "설렁탕", "매일 10:00-20:00") }
        let merged = record("2026-05-01") { $0.menu = "곰탕" }.merged(with: known)
        #expect(merged.phone == "02-000-0000")
        #expect(merged.menu == "곰탕")
        #expect(merged.source.asOf == "2026-05-01")
        #expect(merged.factSources == [.phone: old, .hours: old])
        let third = record("2026-06-01") { $0.phone = "02-111-1111" }.merged(with: merged)
        #expect(third.factSources[.phone] == nil)
        #expect(third.factSources[.hours] == old)
        #expect(third.factSources[.menu]?.asOf == "2026-05-01")
    }

    @Test func anEarlierRecordOnlyFillsGaps() {
        let known = record("2026-05-01") { ($0.name, $0.phone) = ("한솔집 본점", "02-111-1111") }
        let merged = record("2022") { ($0.phone, $0.menu) = ("02-000-0000", "설렁탕") }.merged(with: known)
        #expect(merged.name == "한솔집 본점")
        #expect(merged.phone == "02-111-1111")
        #expect(merged.menu == "설렁탕")
        #expect(merged.factSources == [.menu: old])
    }

    @Test func aMovedShopLeavesItsOldPositionAndAddressBehind() {
        let exact = Place.Position(latitude: 37.55, longitude: 126.91, precision: .exact)
        let centre = Place.Position(latitude: 37.5, longitude: 126.9, precision: .dong)
        let known = record("2022") {
            ($0.roadAddress, $0.lotAddress, $0.position) = ("마포구 가길 1 2층 (가동)", "마포구 가동 1번지", exact)
        }
        let stayed = record("2026") { ($0.roadAddress, $0.position) = ("마포구 가길 1, 지상2층", centre) }
        #expect(stayed.merged(with: known).position == exact)
        #expect(stayed.merged(with: known).factSources[.position] == old)
        #expect(stayed.merged(with: known).lotAddress == "마포구 가동 1번지")
        let moved = record("2026") { ($0.roadAddress, $0.position) = ("마포구 나길 9", centre) }
        #expect(moved.merged(with: known).position == centre)
        #expect(moved.merged(with: known).lotAddress == nil)
        #expect(moved.merged(with: known).factSources == [:])
    }

    @Test(arguments: [
        ("2022", "2022-01-01", false), ("2022", "2023", true), ("2022-06-30", "2022-07", true),
        ("2023-01-01", "2022", false), ("2022-06", "2022-06-01", false),
    ])
    func partialDaysCompareAsFarAsTheyAreKnown(_ one: String, _ other: String, _ isEarlier: Bool) {
        #expect(PartialDay.isEarlier(one, than: other) == isEarlier)
    }

    @Test(arguments: [
        ("2022", true), ("2022-06", true), ("2024-02-29", true), ("2023-02-29", false), ("2022-13", false),
        ("22", false), ("2022-6", false), ("", false), ("2022-06-30T00:00", false),
    ])
    func onlyDatesAreDates(_ text: String, _ isDate: Bool) {
        #expect(PartialDay.isValid(text) == isDate)
    }

    @Test func aYearOrAMonthIsWrittenWithoutADay() {
        #expect(SeoulTime.words(forDay: "2022", withDay: true, .korean) == "2022년")
        #expect(SeoulTime.words(forDay: "2022-06", withDay: true, .english) == "June 2022")
        #expect(SeoulTime.words(forDay: "2022-06-30", withDay: true, .english) == "30 June 2022")
        #expect(SeoulTime.words(forDay: "soon", withDay: true, .english) == nil)
    }
}
