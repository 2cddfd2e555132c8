import Foundation
import Logging
import ServiceLifecycle

/// Asks for the days that entries wait for, one at a time, and writes what it hears into them.
struct WeatherWorker: Sendable {
    /// Nil for nobody, so that nothing is asked.
    let source: (any WeatherSource)?
    /// How long an entry has to stay as it is before its day is asked for, in seconds.
    let rest: TimeInterval
    /// Whether people and the provider have a budget of days.
    var hasBudget = true
    let districts: Districts
    let database: any Database
    let logger: Logger
    let clock: @Sendable () -> Date

    private static let daysAtOnce = 50

    /// Asks for all that is due, until somebody does not answer.
    func work() async throws {
        guard source != nil else {
            guard try await database.read({ try $0.hasWaitingWeather() }) else { return }
            try await database.write { try $0.abandonAllWeather() }
            return
        }
        try await settle()
        while !Task.isShuttingDownGracefully, try await fetchNext() {}
    }

    /// What an entry's weather is for now; one that waits is asked for by `work`.
    func weather(of entry: DiaryEntry, _ transaction: Transaction, at now: Date) throws -> DiaryEntry.Weather {
        guard let source, canAsk(source, entry.day, at: now) else { return DiaryEntry.Weather() }
        let record = try transaction.weatherRecord(try transaction.weatherDay(of: entry))
        if let hours = record?.hours { return hours.weather(at: entry.minute, from: record?.provider) }
        return DiaryEntry.Weather(source: record?.isLost(at: now) == true ? .none : .waiting)
    }

    private func canAsk(_ source: any WeatherSource, _ day: String, at now: Date) -> Bool {
        day >= source.earliestDay && day <= SeoulTime(now).isoDay
    }

    private func want(
        _ day: WeatherDay,
        _ source: any WeatherSource,
        _ transaction: Transaction,
        at now: Date
    ) throws {
        let known = source.delay.flatMap { delay in SeoulTime.end(ofDay: day.day).map { $0 + delay } }
        try transaction.wantWeather(day, from: max(now, known ?? now), at: now)
    }

    /// Sees to entries that rest and wait for a day that nobody will ask for as things are.
    private func settle() async throws {
        var last = Account.ID.absent
        while !Task.isShuttingDownGracefully {
            let (after, date) = (last, clock() - rest)
            let account = try await database.read {
                try $0.accountWaitingForWeather(after: after, unchangedSince: date)
            }
            guard let account else { return }
            while !Task.isShuttingDownGracefully, try await settleSome(of: account) {}
            last = account
        }
    }

    /// - Returns: whether there may be more.
    private func settleSome(of account: Account.ID) async throws -> Bool {
        let now = clock()
        return try await database.write { transaction in
            let days = try transaction.unsettledWeatherDays(
                of: account,
                unchangedSince: now - rest,
                limit: Self.daysAtOnce
            )
            for day in days where try !settle(day, for: account, transaction, at: now) { return false }
            return days.count == Self.daysAtOnce
        }
    }

    /// - Returns: false where the account has asked for too many days; then its entries wait on.
    private func settle(
        _ day: WeatherDay,
        for account: Account.ID,
        _ transaction: Transaction,
        at now: Date
    ) throws -> Bool {
        let record = try transaction.weatherRecord(day)
        if let hours = record?.hours {
            try transaction.fillWeather(hours, of: day, from: record?.provider, isRefresh: false)
            return true
        }
        guard let source, canAsk(source, day.day, at: now), record?.isLost(at: now) != true else {
            try transaction.abandonWeather(of: day)
            return true
        }
        guard
            try transaction.consumeRateLimit(
                budget(WeatherBudget.ofAccount),
                for: String(account),
                at: now.milliseconds
            ) == nil
        else { return false }
        try want(day, source, transaction, at: now)
        return true
    }

    private func budget(_ limit: RateLimit) -> RateLimit? { hasBudget ? limit : nil }

    /// - Returns: false where nothing is due, or nobody answered.
    private func fetchNext() async throws -> Bool {
        // A read is cheaper than a write that changes nothing.
        let now = clock()
        guard let source, try await database.read({ try $0.hasDueWeather(at: now) }) else { return false }
        let wanted = try await database.write { transaction -> WantedWeather? in
            let (limit, subject) = (budget(WeatherBudget.ofProvider), source.provider.rawValue)
            guard try transaction.consumeRateLimit(limit, for: subject, at: now.milliseconds) == nil else { return nil }
            return try transaction.claimWeather(at: now)
        }
        guard let wanted else { return false }
        do {
            let hours = try await ask(source, wanted.of, at: now)
            try await keep(hours, of: wanted, from: source.provider)
            return true
        } catch let error as NoWeather {
            logger.warning(
                "no weather",
                metadata: ["source": "\(source.provider.rawValue)", "try": "\(wanted.tries)", "error": "\(error)"]
            )
            guard wanted.tries >= WeatherDay.maxTries, !wanted.isRefresh else { return false }
            try await database.write { try $0.abandonWeather(of: wanted.of) }
            return false
        }
    }

    private func ask(_ source: any WeatherSource, _ wanted: WeatherDay, at now: Date) async throws -> WeatherHours {
        let today = SeoulTime(now).isoDay
        guard let district = districts[slug: wanted.district], wanted.day <= today else {
            throw NoWeather(description: "no such day or district")
        }
        // A signal to stop ends the request; the day is asked for again after its pause.
        return try await cancelWhenGracefulShutdown {
            try await source.day(WeatherPosition(district), wanted.day, today: today)
        }
    }

    private func keep(_ hours: WeatherHours, of wanted: WantedWeather, from provider: WeatherProvider) async throws {
        let now = clock()
        let settled = SeoulTime.end(ofDay: wanted.of.day).map { $0 + WeatherDay.settling }
        let refresh = settled.flatMap { $0 > now ? $0 : nil }
        try await database.write { transaction in
            try transaction.saveWeather(hours, of: wanted.of, from: provider, refresh: refresh, at: now)
            try transaction.fillWeather(hours, of: wanted.of, from: provider, isRefresh: wanted.isRefresh)
        }
    }
}
