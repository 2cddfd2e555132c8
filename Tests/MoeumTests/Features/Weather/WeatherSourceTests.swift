import Foundation
import Testing

@testable import Moeum

/// Sources against a server of their own that answers well and badly.
@Suite(.cleanup)
struct WeatherSourceTests {
    private static let position = WeatherPosition(PlacesFixture.mapo)
    private static let today = "2026-11-14"

    private static func client(_ timeout: Duration = .seconds(600)) -> WeatherClient {
        var client = WeatherClient()
        client.timeout = timeout
        return client
    }

    private static func openMeteo(_ base: String, key: String? = nil) -> OpenMeteoWeather {
        OpenMeteoWeather(base: base, key: key, client: client())
    }

    @Test(
        "Open-Meteo learns the district's middle and the day alone",
        arguments: [
            ("2026-11-14", "/v1/forecast"), ("2026-08-14", "/v1/forecast"), ("2026-08-13", "/v1/archive"),
            ("1940-01-01", "/v1/archive"),
        ]
    )
    func askOpenMeteo(_ day: String, _ path: String) async throws {
        let (address, server) = try await WeatherServer.start({ _ in (200, WeatherServer.openMeteo(day)) })
        let hours = try await Self.openMeteo(address).day(Self.position, day, today: Self.today)
        let rain = DiaryEntry.Weather(kind: .rain, temperature: 94, source: .fetched)
        #expect(hours.weather(at: nil, from: nil) == rain)
        let request = try #require(server.requests.withLock { $0.first })
        #expect(request.path == path)
        #expect(
            request.query == [
                "latitude": "37.56", "longitude": "126.91", "hourly": "weather_code,temperature_2m",
                "start_date": day, "end_date": day, "timezone": "Asia/Seoul",
            ]
        )
        #expect(request.headers["cookie"] == nil && request.headers["referer"] == nil)
        #expect(server.requests.withLock { $0.count } == 1)
    }

    @Test("A key is sent and never named in an error")
    func keepKeySecret() async throws {
        let (address, server) = try await WeatherServer.start({ _ in (401, "{}") })
        let error = await #expect(throws: NoWeather.self) {
            try await Self.openMeteo(address, key: "secret+1").day(Self.position, Self.today, today: Self.today)
        }
        #expect(error?.description == "status 401")
        #expect(server.requests.withLock { $0.first?.query["apikey"] } == "secret+1")
    }

    @Test("Open-Meteo is not asked for a day that it cannot know", arguments: ["2026-11-15", "1939-12-31"])
    func skipUnknownDay(_ day: String) async throws {
        let (address, server) = try await WeatherServer.start({ _ in (200, WeatherServer.openMeteo(day)) })
        await #expect(throws: NoWeather.self) {
            try await Self.openMeteo(address).day(Self.position, day, today: Self.today)
        }
        #expect(server.requests.withLock { $0.isEmpty })
    }

    private static let lies: [(Int, String)] = [
        (200, WeatherServer.openMeteo(today, hours: 23)), (200, WeatherServer.openMeteo(today, hours: 25)),
        (200, WeatherServer.openMeteo("2026-11-13")), (200, WeatherServer.openMeteo(today, temperature: "999")),
        (200, WeatherServer.openMeteo(today, temperature: "1e300")),
        (200, WeatherServer.openMeteo(today, temperature: "null")), (200, WeatherServer.openMeteo(today, code: "4")),
        (200, WeatherServer.openMeteo(today, code: "null")), (200, WeatherServer.openMeteo(today, code: "\"61\"")),
        (200, WeatherServer.openMeteo(today) { $0.replacing("\"weather_code\": [61,", with: "\"weather_code\": [") }),
        (200, WeatherServer.openMeteo(today) { $0.replacing("T00:00", with: "T00:30") }),
        (200, WeatherServer.openMeteo(today) { $0 + String(repeating: " ", count: 3_000_000) }),
        (200, "<!doctype html><title>Captive portal</title>"), (200, ""), (200, "[]"), (200, "{\"hourly\": 1}"),
        (302, ""), (404, "{}"), (429, "{}"), (500, WeatherServer.openMeteo(today)),
        (204, ""),
    ]

    @Test("An answer that cannot be true is none", arguments: lies)
    func rejectFalseAnswer(_ status: Int, _ body: String) async throws {
        let (address, server) = try await WeatherServer.start({ $0.path == "/elsewhere" ? nil : (status, body) })
        await #expect(throws: NoWeather.self) {
            try await Self.openMeteo(address).day(Self.position, Self.today, today: Self.today)
        }
        #expect(server.requests.withLock { $0.count } == 1)
    }

    @Test("A server that never answers is given up")
    func timeOut() async throws {
        let (address, _) = try await WeatherServer.start({ _ in nil })
        let source = OpenMeteoWeather(base: address, key: nil, client: Self.client(.milliseconds(50)))
        await #expect(throws: NoWeather(description: "Timeout was reached")) {
            try await source.day(Self.position, Self.today, today: Self.today)
        }
    }

    @Test("A server that is not there gives no weather")
    func failWithoutServer() async throws {
        let address = try await Cleanup.run { try await WeatherServer.start { _ in nil }.address }
        await #expect(throws: NoWeather.self) {
            try await Self.openMeteo(address).day(Self.position, Self.today, today: Self.today)
        }
    }

    // MARK: The station in Seoul

    @Test("The station in Seoul is asked for its hours")
    func askStation() async throws {
        let row: @Sendable (Int) -> String = { hour in
            let fields: [Int: String] = [
                10: #""rn": "0.5", "dc10Tca": "10""#, 11: #""rn": "0.3", "ta": "-1.0""#,
                12: #""rn": "1.2", "ta": "1.4""#, 13: #""hr3Fhsc": "0.6", "ta": "2.5""#,
                14: #""vs": "80", "dc10Tca": "3""#, 15: #""dc10Tca": "7""#, 16: #""dc10Tca": "9""#,
                17: #""dc10Tca": """#,
            ]
            let given = fields[hour] ?? #""rn": "", "dc10Tca": "2", "vs": "2000""#
            return given.contains("\"ta\"") ? given : given + #", "ta": "12.3""#
        }
        let body = WeatherServer.kma("2026-11-13", row: row)
        let (address, server) = try await WeatherServer.start({ _ in (200, body) })
        let source = KMAWeather(base: address, key: "a+b/c==", client: Self.client())
        let hours = try await source.day(Self.position, "2026-11-13", today: Self.today)
        let kinds: [WeatherKind] = [.rain, .snow, .sleet, .snow, .fog, .partly, .cloudy, .cloudy, .clear]
        #expect((10...18).map { hours.weather(at: $0 * 60, from: nil).kind } == kinds)
        #expect(
            hours.weather(at: 0, from: nil).temperature == 123
                && hours.weather(at: 11 * 60, from: nil).temperature == -10
        )
        let request = try #require(server.requests.withLock { $0.first })
        #expect(request.path == "/getWthrDataList")
        #expect(
            request.query == [
                "serviceKey": "a+b/c==", "pageNo": "1", "numOfRows": "24", "dataType": "JSON", "dataCd": "ASOS",
                "dateCd": "HR", "startDt": "20261113", "startHh": "00", "endDt": "20261113", "endHh": "23",
                "stnIds": "108",
            ]
        )
    }

    private static let clear: @Sendable (Int) -> String = { _ in #""ta": "12.3", "dc10Tca": "2""# }

    private static let stationLies = [
        WeatherServer.kma("2026-11-13", hours: 23, row: clear), WeatherServer.kma("2026-11-12", row: clear),
        WeatherServer.kma("2026-11-13", row: clear).replacing("\"108\"", with: "\"159\""),
        WeatherServer.kma("2026-11-13", code: "03", row: clear),
        WeatherServer.kma("2026-11-13", row: { _ in #""ta": "", "dc10Tca": "2""# }),
        WeatherServer.kma("2026-11-13", row: { _ in #""ta": "999", "dc10Tca": "2""# }),
        WeatherServer.kma("2026-11-13", row: { _ in #""ta": "12.3", "dc10Tca": """# }),
        #"{"response": {"header": {"resultCode": "03", "resultMsg": "NO_DATA"}}}"#,
        "<OpenAPI_ServiceResponse><returnAuthMsg>SERVICE_KEY_IS_NOT_REGISTERED_ERROR</returnAuthMsg>",
    ]

    @Test("An answer of the station that cannot be true is none", arguments: stationLies)
    func rejectFalseStation(_ body: String) async throws {
        let (address, _) = try await WeatherServer.start({ _ in (200, body) })
        await #expect(throws: NoWeather.self) {
            try await KMAWeather(base: address, key: "k", client: Self.client())
                .day(Self.position, "2026-11-13", today: Self.today)
        }
    }

    @Test("The station is not asked for a day before its end")
    func waitForStation() async throws {
        let (address, server) = try await WeatherServer.start({ _ in (200, "") })
        let source = KMAWeather(base: address, key: "k", client: Self.client())
        await #expect(throws: NoWeather.self) {
            try await source.day(Self.position, Self.today, today: Self.today)
        }
        #expect(server.requests.withLock { $0.isEmpty })
    }

    // MARK: Settings

    private func config(_ settings: [String: String]) throws -> Config {
        try Config { ["MOEUM_RESOURCES": Project.root.path].merging(settings) { $1 }[$0] }
    }

    @Test("No source is asked unless a setting names it")
    func readSettings() throws {
        #expect(try config([:]).weatherSource == nil)
        let address = ["MOEUM_WEATHER_URL": "http://127.0.0.1:9/"]
        let alone = try config(address)
        #expect(alone.weatherSource?.provider == .openMeteo && alone.weatherURL == "http://127.0.0.1:9")
        #expect(try config(address.merging(["MOEUM_WEATHER_SERVICE": "none"]) { $1 }).weatherSource == nil)
        #expect(try config(["MOEUM_WEATHER_SERVICE": "fixed"]).weatherSource?.provider == .fixed)
        #expect(throws: Config.Error.self) { try config(["MOEUM_WEATHER_SERVICE": "kma"]) }
        let station = try config(["MOEUM_WEATHER_SERVICE": "kma", "MOEUM_WEATHER_KEY": "k"])
        #expect(station.weatherSource?.provider == .kma && station.weatherHost == "apis.data.go.kr")
        #expect(throws: Config.Error.self) { try config(["MOEUM_WEATHER_SERVICE": "accuweather"]) }
    }

    @Test("Production refuses made-up weather")
    func refuseMadeUpWeather() throws {
        let production = [
            "MOEUM_ENVIRONMENT": "production", "MOEUM_BASE_URL": "https://moeum.example",
            "MOEUM_SMTP_URL": "smtps://mail.example", "MOEUM_MAIL_FROM": "hello@moeum.example",
        ]
        #expect(try config(production).weatherSource == nil)
        let error = #expect(throws: Config.Error.self) {
            try config(production.merging(["MOEUM_WEATHER_SERVICE": "fixed"]) { $1 })
        }
        #expect(error?.description.contains("MOEUM_WEATHER_SERVICE") == true)
    }

    @Test("The privacy page names the source that is asked")
    func nameSource() async throws {
        for (settings, isNamed) in [([:], false), (["MOEUM_WEATHER_SERVICE": "open-meteo"], true)] {
            let site = try await TestSite(settings: settings)
            for language in Language.allCases {
                let page = LegalBuilder(config: site.app.config, views: site.app.views, language: language)
                    .page(.privacy)
                let others = try #require(page.sections.first { $0.id == "others" })
                #expect(others.paragraphs.contains { $0.contains("open-meteo.com") } == isNamed)
            }
        }
    }
}
