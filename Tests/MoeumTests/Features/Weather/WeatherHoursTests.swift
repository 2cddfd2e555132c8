import Foundation
import Testing

@testable import Moeum
@testable import Templates

/// What a day's 24 hours say of an entry.
@Suite(.cleanup)
struct WeatherHoursTests {
    private static func hours(_ code: (Int) -> Int, _ temperature: (Int) -> Double = { Double($0) }) -> WeatherHours? {
        WeatherHours((0..<24).compactMap { WeatherHours.Hour(code: code($0), temperature: temperature($0)) })
    }

    @Test("Every weather code has its kind")
    func mapCodes() {
        let kinds: [(WeatherKind, [Int])] = [
            (.clear, [0, 1]), (.partly, [2]), (.cloudy, [3]), (.fog, [45, 48]),
            (.rain, [51, 53, 55, 61, 63, 65, 80, 81, 82]), (.sleet, [56, 57, 66, 67]),
            (.snow, [71, 73, 75, 77, 85, 86]), (.thunder, [95, 96, 99]),
        ]
        #expect(kinds.map(\.0) == WeatherKind.allCases)
        for (kind, codes) in kinds {
            for code in codes { #expect(WeatherKind(code: code) == kind, "\(code)") }
        }
        for code in [-1, 4, 44, 49, 50, 68, 70, 78, 79, 83, 87, 94, 100, .max, .min] {
            #expect(WeatherKind(code: code) == nil, "\(code)")
        }
    }

    @Test(
        "An entry with a time has the weather of its hour",
        arguments: [(0, WeatherKind.snow, 0), (59, .snow, 0), (60, .clear, 10), (1_439, .rain, 230)]
    )
    func useHourOfEntry(_ minute: Int, _ kind: WeatherKind, _ temperature: Int) throws {
        let hours = try #require(Self.hours { $0 == 0 ? 71 : $0 == 23 ? 61 : 0 })
        let expected = DiaryEntry.Weather(kind: kind, temperature: temperature, source: .fetched)
        #expect(hours.weather(at: minute, from: nil) == expected)
    }

    @Test("An entry without a time has the worst weather of the daytime and its mean temperature")
    func useDaytime() throws {
        // Thunder at night is not what the day was like.
        let hours = try #require(Self.hours { [0: 99, 8: 95, 9: 3, 12: 45, 21: 61, 22: 71][$0] ?? 0 })
        #expect(
            hours.weather(at: nil, from: nil) == DiaryEntry.Weather(kind: .rain, temperature: 150, source: .fetched)
        )
        let frost = try #require(Self.hours({ _ in 1 }, { $0 == 9 ? -0.4 : 0 }))
        #expect(frost.weather(at: nil, from: nil).temperature == 0)
        #expect(frost.weather(at: 9 * 60, from: nil).temperature == -4)
    }

    @Test("Hours are read back as they were stored")
    func readBack() throws {
        let hours = try #require(Self.hours({ [0, 61, 95][$0 % 3] }, { Double($0) / 10 - 1.2 }))
        #expect(WeatherHours(hours.text) == hours)
        for text in ["", "0,1", hours.text + ";0,1", hours.text.replacing("61", with: "4"), "x" + hours.text] {
            #expect(WeatherHours(text) == nil)
        }
    }

    @Test("An impossible temperature gives no hour", arguments: [999, -999, .nan, .infinity, 60.1, 1e300])
    func rejectImpossible(_ temperature: Double) {
        #expect(WeatherHours.Hour(code: 0, temperature: temperature) == nil)
    }

    @Test("A day has 24 hours")
    func require24Hours() throws {
        let hours = try #require(Self.hours { _ in 0 }).hours
        #expect(WeatherHours(Array(hours.dropLast())) == nil)
        #expect(WeatherHours(hours + hours) == nil)
    }

    private struct Words: Localized {
        let views: Views
        let language: Language
    }

    @Test("Readers see the weather in words of their language")
    func showWords() async throws {
        let site = try await TestSite()
        let rain = DiaryEntry.Weather(kind: .rain, temperature: 94, source: .fetched)
        let frost = DiaryEntry.Weather(kind: .snow, temperature: -26, source: .fetched)
        let typed = DiaryEntry.Weather(kind: .cloudy, source: .typed)
        let waiting = DiaryEntry.Weather(source: .waiting)
        let korean = Words(views: site.app.views, language: .korean)
        #expect([rain, frost, typed].map(korean.weatherText) == ["비 9°", "눈 \u{2212}3°", "흐림"])
        #expect(korean.weatherText(waiting) == "날씨는 곧 채워져요.")
        let english = Words(views: site.app.views, language: .english)
        #expect(english.weatherText(rain) == "Rain 9°")
        #expect(english.weatherView(DiaryEntry.Weather()) == nil)
        let view = try #require(english.weatherView(rain))
        #expect(view.weather.kind?.icon == "rain")
    }

    @Test("Every kind of weather has its symbol")
    func haveSymbols() throws {
        let symbols = try Project.text("Public/icons.svg")
        for kind in WeatherKind.allCases { #expect(symbols.contains("<symbol id=\"\(kind.icon)\" "), "\(kind)") }
    }
}
