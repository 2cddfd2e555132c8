import Foundation
import Logging

/// The weather of entries that leave it to the site.
struct DayWeather: Sendable {
    let worker: WeatherWorker
    /// Asks for what entries wait for.
    let loop: BackgroundLoop

    init(
        config: Config,
        districts: Districts,
        database: any Database,
        clock: @escaping @Sendable () -> Date,
        logger: Logger
    ) {
        // Nobody is asked for what is made up.
        let hasBudget = config.limits && config.weatherProvider != .fixed
        let worker = WeatherWorker(
            source: config.weatherSource,
            rest: hasBudget ? WeatherBudget.rest : 0,
            hasBudget: hasBudget,
            districts: districts,
            database: database,
            logger: logger,
            clock: clock
        )
        self.worker = worker
        loop = BackgroundLoop("weather", every: .seconds(60), logger: logger) { try await worker.work() }
    }

    /// Whether anybody is asked.
    var isOn: Bool { worker.source != nil }

    /// Whom the pages name where they offer it.
    var credit: WeatherCredit? { worker.source.flatMap { WeatherCredit($0.provider) } }

    /// Fills in the weather of an entry that was just saved: at once where it is known, else when it comes. Asks nobody itself.
    func request(_ entry: DiaryEntry, _ transaction: Transaction, at now: Date) throws {
        let weather = try worker.weather(of: entry, transaction, at: now)
        try transaction.setWeather(weather, of: [entry.id])
        if weather.source == .waiting { transaction.afterCommit { [loop] in loop.wake() } }
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
