import Foundation

/// What the Korea Meteorological Administration's station in Seoul (ASOS 108) has measured, from the public data portal. It
/// names no thunder, and knows a day on the next one.
struct KMAWeather: WeatherSource {
    let provider = WeatherProvider.kma
    let earliestDay = "1907-10-01"
    let delay: TimeInterval? = 11 * 3_600

    private static let station = "108"

    private let address: String
    private let key: String
    private let client: WeatherClient

    /// - Parameters:
    ///   - base: replaces the portal's own address.
    ///   - key: encoded or not, since the portal shows both.
    init(base: String?, key: String, client: WeatherClient = WeatherClient()) {
        address = "\(base ?? "https://apis.data.go.kr/1360000/AsosHourlyInfoService")/getWthrDataList"
        self.key = key
        self.client = client
    }

    func day(_ position: WeatherPosition, _ day: String, today: String) async throws -> WeatherHours {
        guard day >= earliestDay, day < today else { throw NoWeather(description: "no such day") }
        let date = day.replacing("-", with: "")
        let answer: Answer = try await client.get(
            address,
            [
                ("serviceKey", WeatherClient.encoded(key)), ("pageNo", "1"), ("numOfRows", "\(WeatherHours.count)"),
                ("dataType", "JSON"), ("dataCd", "ASOS"), ("dateCd", "HR"), ("startDt", date), ("startHh", "00"),
                ("endDt", date), ("endHh", "23"), ("stnIds", Self.station),
            ]
        )
        let code = answer.response.header.resultCode
        guard code == "00" else { throw NoWeather(description: "result code \(code.prefix(20))") }
        return try Self.hours(answer.response.body?.items.item ?? [], of: day)
    }

    private static func hours(_ rows: [Answer.Row], of day: String) throws -> WeatherHours {
        let times = (0..<WeatherHours.count).map { "\(day) \(SeoulTime.clock($0 * 60))" }
        guard rows.map(\.tm) == times, rows.allSatisfy({ $0.stnId == station }) else {
            throw NoWeather(description: "not the hours of that day")
        }
        let observations = rows.map(Observation.init)
        // Clouds are not seen each hour; those that were seen last stand for those that follow.
        var clouds = observations.lazy.compactMap(\.clouds).first
        let hours = observations.compactMap { hour -> WeatherHours.Hour? in
            clouds = hour.clouds ?? clouds
            guard let temperature = hour.temperature, let code = hour.code(clouds: clouds) else { return nil }
            return WeatherHours.Hour(code: code, temperature: temperature)
        }
        guard let hours = WeatherHours(hours) else { throw NoWeather(description: "not the weather of 24 hours") }
        return hours
    }

    /// One hour as the station tells it.
    private struct Observation {
        let temperature: Double?
        /// In millimetres.
        let rain: Double
        /// In centimetres, over three hours.
        let newSnow: Double
        /// In tens of metres.
        let visibility: Double?
        /// In tenths of the sky.
        let clouds: Double?

        init(_ row: Answer.Row) {
            func number(_ text: String?) -> Double? { text.flatMap { Double($0) } }
            temperature = number(row.ta)
            rain = number(row.rn) ?? 0
            newSnow = number(row.hr3Fhsc) ?? 0
            visibility = number(row.vs)
            clouds = number(row.dc10Tca)
        }

        /// The weather code that says most of it.
        func code(clouds: Double?) -> Int? {
            if rain > 0 || newSnow > 0 {
                guard let temperature else { return nil }
                if newSnow > 0 || temperature <= 0 { return 71 }
                return temperature < 2 ? 66 : 61
            }
            if let visibility, visibility < 100 { return 45 }
            guard let clouds, (0...10).contains(clouds) else { return nil }
            if clouds <= 5 { return 0 }
            return clouds <= 8 ? 2 : 3
        }
    }

    /// What the portal sends: texts all of them, empty where nothing was measured.
    private struct Answer: Decodable {
        struct Response: Decodable {
            let header: Header
            let body: Body?
        }

        struct Header: Decodable { let resultCode: String }

        struct Body: Decodable { let items: Items }

        struct Items: Decodable { let item: [Row] }

        struct Row: Decodable {
            let tm: String
            let stnId: String
            let ta: String?
            let rn: String?
            let hr3Fhsc: String?
            let vs: String?
            let dc10Tca: String?
        }

        let response: Response
    }
}
