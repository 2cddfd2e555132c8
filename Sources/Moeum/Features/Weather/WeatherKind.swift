/// The kinds of weather that an entry names, from the best to the worst.
enum WeatherKind: String, Sendable, CaseIterable, Comparable {
    case clear, partly, cloudy, fog, rain, sleet, snow, thunder

    /// The kind of a weather code of the World Meteorological Organization; nil for a code that no source sends.
    init?(code: Int) {
        switch code {
        case 0, 1: self = .clear
        case 2: self = .partly
        case 3: self = .cloudy
        case 45...48: self = .fog
        case 56, 57, 66, 67: self = .sleet
        case 51...65, 80...82: self = .rain
        case 71...77, 85, 86: self = .snow
        case 95...99: self = .thunder
        default: return nil
        }
    }

    /// Its symbol in `icons.svg`.
    var icon: String {
        switch self {
        case .clear: "sun"
        case .cloudy: "cloud"
        case .partly, .fog, .rain, .sleet, .snow, .thunder: rawValue
        }
    }

    static func < (one: WeatherKind, other: WeatherKind) -> Bool { one.severity < other.severity }

    private var severity: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
