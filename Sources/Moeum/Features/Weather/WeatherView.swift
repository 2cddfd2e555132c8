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
        .text("weatherIcon") { $0.weather.kind?.icon }.viewOnly,
    ]
}

/// Whose weather it is, where that has to be said.
struct WeatherCredit: Sendable, Equatable {
    let provider: WeatherProvider

    /// Nil for weather that is nobody's.
    init?(_ provider: WeatherProvider) {
        if provider == .fixed { return nil }
        self.provider = provider
    }

    /// Where it comes from.
    var address: String { provider == .kma ? "https://data.kma.go.kr/" : "https://open-meteo.com/" }
}

/// Whose weather it is as a page shows it, with what they are asked.
struct WeatherCreditView: ViewModel {
    let credit: WeatherCredit
    let words: String

    static let fields: [Field<WeatherCreditView>] = [
        .text("creditWords") { $0.words }, .text("creditHref") { $0.credit.address },
    ]
}

extension Localized {
    /// Such as `Rain 9°`; empty without weather.
    func weatherText(_ weather: DiaryEntry.Weather) -> String {
        guard let kind = weather.kind else { return weather.source == .waiting ? text("weather.waiting") : "" }
        let name = text("weather.\(kind.rawValue)")
        guard let temperature = weather.temperature else { return name }
        let degrees = Int((Double(temperature) / 10).rounded())
        let number = degrees < 0 ? "\u{2212}\(-degrees)" : "\(degrees)"
        return text("weather.with-temperature", ["kind": .text(name), "temperature": .text(number)])
    }

    /// Nil without weather.
    func weatherView(_ weather: DiaryEntry.Weather) -> WeatherView? {
        let words = weatherText(weather)
        return words.isEmpty ? nil : WeatherView(weather: weather, words: words)
    }

    func weatherCredits(_ credits: [WeatherCredit]) -> [WeatherCreditView] {
        credits.map { WeatherCreditView(credit: $0, words: text("weather.credit-\($0.provider.rawValue)")) }
    }
}
