import Foundation
import ServiceLifecycle

/// The weather of entries that leave it to the site: asks for the days that they wait for, one at a time, each as a job, and
/// writes what it hears into them.
struct WeatherWorker: JobKind {
    static let name = "weather"
    /// Nil for nobody, so that nothing is asked.
    let source: (any WeatherSource)?
    /// How long an entry has to stay as it is before its day is asked for, in seconds.
    let cooldown: TimeInterval
    /// Whether people and the provider have a budget of days.
    var hasBudget = true
    let districts: Districts
    let database: any Database
    let clock: @Sendable () -> Date
    /// Has days asked for that entries wait for.
    var wake = Wake()

    private static let daysAtOnce = 50
    /// How long nobody is asked after a question without an answer, in seconds.
    private static let delayAfterFailure: TimeInterval = 60

    /// Whether anybody is asked.
    var isOn: Bool { source != nil }

    /// Whom the pages name where they offer it.
    var attribution: WeatherAttribution? { source.flatMap { WeatherAttribution($0.provider) } }

    var name: String { Self.name }
    /// Where one gets no answer, the others wait too. The delays add up to more than a day, as long as a service may be down.
    var rules: JobRules {
        JobRules(
            backoff: RetryBackoff(firstDelay: 80, factor: 8, maxDelay: 86_400, maxAttempts: 6),
            delayAfterFailure: Self.delayAfterFailure
        )
    }

    func admits(_ transaction: Transaction, at now: Date) throws -> Bool {
        guard let source else { return true }
        let (limit, subject) = (budget(WeatherBudget.ofProvider), source.provider.rawValue)
        return try transaction.consumeRateLimit(limit, for: subject, at: now.milliseconds) == nil
    }

    func run(_ hold: JobHold) async throws -> JobResult {
        guard let source, let day = WeatherDay(key: hold.job.key) else { return JobResult() }
        let known = try await hold.database.read { try $0.weatherRecord(day) }
        let hours = try await fetch(source, day, at: hold.clock())
        let record = WeatherRecord(hours: hours, provider: source.provider)
        let now = hold.clock()
        let refresh = SeoulTime.end(ofDay: day.day).map { $0 + WeatherDay.refreshDelay }
        return JobResult(
            again: refresh.flatMap { $0 > now ? $0 : nil },
            commit: { transaction in
                try transaction.saveWeather(record, of: day)
                try transaction.fillWeather(record, of: day, isRefresh: known != nil)
            }
        )
    }

    func giveUp(_ job: Job, _ transaction: Transaction, at now: Date) throws {
        guard let day = WeatherDay(key: job.key), try transaction.weatherRecord(day) == nil else { return }
        try transaction.abandonWeather(of: day)
    }

    func subject(of key: String, _ language: Language, _ transaction: Transaction) throws -> JobSubject? {
        guard let day = WeatherDay(key: key), let district = districts[slug: day.district],
            let date = SeoulTime.text(forDay: day.day, withDay: true, language)
        else { return nil }
        return JobSubject(title: "\(district.name(language)), \(date)")
    }

    /// Fills in the weather of an entry that was just saved: at once where it is known, else when it comes. Asks nobody itself.
    func request(_ entry: DiaryEntry, _ transaction: Transaction, at now: Date) throws {
        let weather = try weather(of: entry, transaction, at: now)
        try transaction.setWeather(weather, of: [entry.id])
        // Where nobody is asked too often, nothing need be awaited.
        guard weather.source == .waiting, cooldown == 0 else { return }
        try request(try transaction.weatherDay(of: entry), transaction, at: now)
        transaction.afterCommit(wake.send)
    }

    /// What an entry's weather is for now; one that waits is asked for later.
    func weather(of entry: DiaryEntry, _ transaction: Transaction, at now: Date) throws -> DiaryEntry.Weather {
        guard let source, canAsk(source, entry.day, at: now) else { return DiaryEntry.Weather() }
        let day = try transaction.weatherDay(of: entry)
        if let record = try transaction.weatherRecord(day) { return record.weather(at: entry.minute) }
        return DiaryEntry.Weather(source: try transaction.isWeatherLost(day, at: now) ? .none : .waiting)
    }

    private func canAsk(_ source: any WeatherSource, _ day: String, at now: Date) -> Bool {
        day >= source.earliestDay && day <= SeoulTime(now).isoDay
    }

    /// Has a day asked for, as soon as its weather may be known.
    func request(_ day: WeatherDay, _ transaction: Transaction, at now: Date) throws {
        let known = source?.delay.flatMap { delay in SeoulTime.end(ofDay: day.day).map { $0 + delay } }
        try transaction.addJob(Self.name, day.key, due: max(now, known ?? now))
    }

    /// Whether there are entries to be settled.
    @Sendable func hasUnsettledEntries(_ transaction: Transaction, at now: Date) throws -> Bool {
        guard source != nil else { return try transaction.hasWaitingWeather() }
        return try transaction.accountWaitingForWeather(after: .absent, unchangedSince: now - cooldown) != nil
    }

    /// Settles entries that nobody changes any more and that wait for a day that nobody will ask for as things are.
    func settle() async throws {
        guard source != nil else {
            guard try await database.read({ try $0.hasWaitingWeather() }) else { return }
            return try await database.write { try $0.abandonAllWeather() }
        }
        var last = Account.ID.absent
        while !Task.isShuttingDownGracefully {
            let (after, date) = (last, clock() - cooldown)
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
                unchangedSince: now - cooldown,
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
        if let record = try transaction.weatherRecord(day) {
            try transaction.fillWeather(record, of: day, isRefresh: false)
            return true
        }
        guard let source, canAsk(source, day.day, at: now), try !transaction.isWeatherLost(day, at: now) else {
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
        try request(day, transaction, at: now)
        return true
    }

    private func budget(_ limit: RateLimit) -> RateLimit? { hasBudget ? limit : nil }

    private func fetch(_ source: any WeatherSource, _ wanted: WeatherDay, at now: Date) async throws -> WeatherHours {
        let today = SeoulTime(now).isoDay
        guard let district = districts[slug: wanted.district], wanted.day <= today else {
            throw JobFailure(reason: "no such day or district")
        }
        do {
            // A signal to stop ends the request; the day is asked for again by the next process.
            return try await cancelWhenGracefulShutdown {
                try await source.day(WeatherPosition(district), wanted.day, today: today)
            }
        } catch let error as NoWeather {
            throw JobFailure(reason: error.description)
        }
    }
}

extension WeatherWorker {
    init(
        config: Config,
        districts: Districts,
        database: any Database,
        clock: @escaping @Sendable () -> Date,
        wake: Wake
    ) {
        // Nobody is asked for what is made up.
        let hasBudget = config.limits && config.weatherProvider != .fixed
        self.init(
            source: config.weatherSource,
            cooldown: hasBudget ? WeatherBudget.cooldown : 0,
            hasBudget: hasBudget,
            districts: districts,
            database: database,
            clock: clock,
            wake: wake
        )
    }
}
