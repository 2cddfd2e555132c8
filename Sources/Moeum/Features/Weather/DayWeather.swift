import Foundation

/// The weather of entries that leave it to the site.
struct DayWeather: Sendable {
    let worker: WeatherWorker
    /// Has days asked for that entries wait for.
    private let wake: Wake

    init(
        config: Config,
        districts: Districts,
        database: any Database,
        clock: @escaping @Sendable () -> Date,
        wake: Wake
    ) {
        // Nobody is asked for what is made up.
        let hasBudget = config.limits && config.weatherProvider != .fixed
        self.wake = wake
        worker = WeatherWorker(
            source: config.weatherSource,
            cooldown: hasBudget ? WeatherBudget.cooldown : 0,
            hasBudget: hasBudget,
            districts: districts,
            database: database,
            clock: clock
        )
    }

    /// Whether anybody is asked.
    var isOn: Bool { worker.source != nil }

    /// Whom the pages name where they offer it.
    var credit: WeatherCredit? { worker.source.flatMap { WeatherCredit($0.provider) } }

    /// Fills in the weather of an entry that was just saved: at once where it is known, else when it comes. Asks nobody itself.
    func request(_ entry: DiaryEntry, _ transaction: Transaction, at now: Date) throws {
        let weather = try worker.weather(of: entry, transaction, at: now)
        try transaction.setWeather(weather, of: [entry.id])
        // Where nobody is asked too often, nothing need be awaited.
        guard weather.source == .waiting, worker.cooldown == 0 else { return }
        try worker.request(try transaction.weatherDay(of: entry), transaction, at: now)
        transaction.afterCommit(wake.send)
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
