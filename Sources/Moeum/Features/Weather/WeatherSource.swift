import Foundation

/// Knows the weather of Seoul's districts, hour by hour.
protocol WeatherSource: Sendable {
    var provider: WeatherProvider { get }
    /// `yyyy-MM-dd`; nothing is known of the days before.
    var earliestDay: String { get }
    /// How long after a day's end it is known; nil where it is while it lasts.
    var delay: TimeInterval? { get }

    /// The weather of a day that has begun.
    /// - Parameters:
    ///   - day: `yyyy-MM-dd`, in Seoul.
    ///   - today: the same.
    func day(_ position: WeatherPosition, _ day: String, today: String) async throws -> WeatherHours
}

/// Whom the site asks for the weather.
enum WeatherProvider: String, Sendable, CaseIterable {
    case openMeteo = "open-meteo"
    case kma
    /// Nobody: weather that is made up, for development and tests.
    case fixed
}

/// What a source learns of a place: the middle of its district, to two decimals.
struct WeatherPosition: Sendable, Equatable {
    let latitude: String
    let longitude: String

    init(_ district: District) {
        latitude = String(format: "%.2f", district.latitude)
        longitude = String(format: "%.2f", district.longitude)
    }
}

/// There is no answer, or none that can be true. Never with the address, which may contain a key.
struct NoWeather: Error, Equatable, CustomStringConvertible {
    let description: String
}

/// Asks other servers for weather.
struct WeatherClient: Sendable {
    /// A day has about 2 KB; that of a weather station 20.
    private static let maxBytes = 128 << 10

    private let http = HTTPClient()
    var timeout = Duration.seconds(5)

    /// What a server answers with, in JSON.
    /// - Parameter query: encoded already.
    func get<Answer: Decodable>(_ address: String, _ query: [(name: String, value: String)]) async throws -> Answer {
        let address = address + "?" + query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let response: HTTPClient.Response
        do {
            response = try await http.get(address, timeout: timeout, upTo: Self.maxBytes)
        } catch HTTPClient.Error.tooLarge {
            throw NoWeather(description: "what it sends is too large")
        } catch HTTPClient.Error.unreachable(let reason) {
            throw NoWeather(description: reason)
        }
        guard response.status == 200 else { throw NoWeather(description: "status \(response.status)") }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body)) else {
            throw NoWeather(description: "what it sends is no weather")
        }
        return answer
    }

    /// A value as an address takes it; one that has been encoded stays as it is.
    static func encoded(_ value: String) -> String {
        value.contains("%") ? value : value.percentEncoded { "-._~".utf8.contains($0) }
    }
}

/// Weather that is made up: the same for the same day.
struct FixedWeather: WeatherSource {
    let provider = WeatherProvider.fixed
    let earliestDay = "1900-01-01"
    let delay: TimeInterval? = nil

    private static let codes = [0, 2, 3, 45, 61, 66, 71, 95]

    func day(_ position: WeatherPosition, _ day: String, today: String) async throws -> WeatherHours {
        let code = Self.codes[day.utf8.reduce(0) { $0 + Int($1) } % Self.codes.count]
        let hours = (0..<WeatherHours.count).compactMap { hour in
            WeatherHours.Hour(code: code, temperature: 12 - Double(abs(hour - 14)) / 2)
        }
        guard let hours = WeatherHours(hours) else { throw NoWeather(description: "no hours") }
        return hours
    }
}

extension Config {
    /// Whom to ask for the weather; nil for nobody.
    var weatherSource: (any WeatherSource)? {
        switch weatherProvider {
        case nil: nil
        case .openMeteo?: OpenMeteoWeather(base: weatherURL, key: weatherKey)
        case .kma?: KMAWeather(base: weatherURL, key: weatherKey ?? "")
        case .fixed?: FixedWeather()
        }
    }

    /// Who is asked for the weather, as the page of privacy names them; nil where nobody is.
    var weatherHost: String? {
        let host = weatherURL.flatMap { URL(string: $0)?.host() }
        return switch weatherProvider {
        case nil, .fixed?: nil
        case .openMeteo?: host ?? "open-meteo.com"
        case .kma?: host ?? "apis.data.go.kr"
        }
    }
}
