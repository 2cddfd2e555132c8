import Foundation

/// The weather of Open-Meteo.com: models and measurements, from 1940 on.
struct OpenMeteoWeather: WeatherSource {
    let provider = WeatherProvider.openMeteo
    let earliestDay = "1940-01-01"
    let delay: TimeInterval? = nil

    /// So many days back the forecasts go; the archive has those before.
    private static let forecastDays = 92

    private let forecast: String
    private let archive: String
    private let key: String?
    private let client: WeatherClient

    /// - Parameters:
    ///   - base: replaces the service's own addresses.
    ///   - key: of customers, who have servers of their own.
    init(base: String?, key: String?, client: WeatherClient = WeatherClient()) {
        let kind = key == nil ? "" : "customer-"
        forecast = "\(base ?? "https://\(kind)api.open-meteo.com")/v1/forecast"
        archive = "\(base ?? "https://\(kind)archive-api.open-meteo.com")/v1/archive"
        self.key = key
        self.client = client
    }

    func day(_ position: WeatherPosition, _ day: String, today: String) async throws -> WeatherHours {
        guard (earliestDay...today).contains(day), let now = SeoulTime.end(ofDay: today) else {
            throw NoWeather(description: "no such day")
        }
        let oldest = SeoulDay(now - 1).advanced(by: -Self.forecastDays).text
        let query = [
            ("latitude", position.latitude), ("longitude", position.longitude),
            ("hourly", "weather_code,temperature_2m"), ("start_date", day), ("end_date", day),
            ("timezone", "Asia%2FSeoul"),
        ]
        let answer: Answer = try await client.get(
            day < oldest ? archive : forecast,
            query + (key.map { [("apikey", WeatherClient.encoded($0))] } ?? [])
        )
        return try Self.hours(answer.hourly, of: day)
    }

    private static func hours(_ hourly: Answer.Hourly, of day: String) throws -> WeatherHours {
        guard hourly.times == (0..<WeatherHours.count).map({ "\(day)T\(SeoulTime.clock($0 * 60))" }) else {
            throw NoWeather(description: "not the hours of that day")
        }
        let pairs = zip(hourly.codes, hourly.temperatures)
        guard hourly.codes.count == hourly.temperatures.count,
            let hours = WeatherHours(pairs.compactMap { WeatherHours.Hour(code: $0, temperature: $1) })
        else { throw NoWeather(description: "not the weather of 24 hours") }
        return hours
    }

    /// What the service sends; an hour that it does not know has no number, and then there is no answer.
    private struct Answer: Decodable {
        struct Hourly: Decodable {
            let times: [String]
            let codes: [Int]
            let temperatures: [Double]

            enum CodingKeys: String, CodingKey {
                case times = "time"
                case codes = "weather_code"
                case temperatures = "temperature_2m"
            }
        }

        let hourly: Hourly
    }
}
