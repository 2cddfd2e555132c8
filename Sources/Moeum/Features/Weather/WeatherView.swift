/// The weather of an entry as a page shows it.
struct WeatherView: ViewModel {
    let weather: DiaryEntry.Weather
    /// Such as `Rain 9°`, or that it will come.
    let words: String

    static let fields: [Field<WeatherView>] = [
        .text("kind") { $0.weather.kind?.rawValue },
        .decimal("temperature") { $0.weather.temperature.map { Double($0) / 10 } },
        .text("source") { $0.weather.source.rawValue },
        .text("weatherWords") { $0.words }.viewOnly,
        .text("weatherDegrees") { $0.weather.degrees }.viewOnly,
        .text("weatherIcon") { $0.weather.kind?.icon }.viewOnly,
    ]
}

/// Whose weather it is, where that has to be said; a page says beside it what they are asked.
enum WeatherAttribution: String, ViewModel, CaseIterable {
    case openMeteo = "open-meteo"
    case kma

    /// Nil for weather that is nobody's.
    init?(_ provider: WeatherProvider) { self.init(rawValue: provider.rawValue) }

    /// Of the fetched weather among these, each once.
    static func all(of weathers: [DiaryEntry.Weather]) -> [WeatherAttribution] {
        allCases.filter { attribution in weathers.contains { $0.attribution == attribution } }
    }

    /// Where it comes from.
    var address: String { self == .kma ? "https://data.kma.go.kr/" : "https://open-meteo.com/" }

    static let fields: [Field<WeatherAttribution>] = [.choice("creditOf") { $0 }, .text("creditHref") { $0.address }]
}

extension Localized {
    /// Such as `Rain 9°`; empty without weather.
    func weatherText(_ weather: DiaryEntry.Weather) -> String {
        guard let kind = weather.kind else { return weather.source == .waiting ? text("weather.waiting") : "" }
        let name = text("weather.\(kind.rawValue)")
        guard let degrees = weather.degrees else { return name }
        return text("weather.with-temperature", ["kind": .text(name), "degrees": .text(degrees)])
    }

    /// Nil without weather.
    func weatherView(_ weather: DiaryEntry.Weather) -> WeatherView? {
        let words = weatherText(weather)
        return words.isEmpty ? nil : WeatherView(weather: weather, words: words)
    }

    func attributionText(_ attribution: WeatherAttribution) -> String { text("weather.credit-\(attribution.rawValue)") }
}

extension DiaryEntry.Weather {
    /// Nil where its author named it.
    var attribution: WeatherAttribution? { provider.flatMap(WeatherAttribution.init) }

    /// Whole degrees Celsius with their sign, such as `−3°`; nil without a temperature.
    fileprivate var degrees: String? {
        guard let temperature else { return nil }
        let whole = Int((Double(temperature) / 10).rounded())
        return whole < 0 ? "\u{2212}\(-whole)°" : "\(whole)°"
    }
}
