import Foundation

/// One checked part of the site's health, and what to do where it is not well.
struct Diagnosis: ViewModel {
    enum State: String, Sendable, CaseIterable {
        case fine, look, bad
    }

    /// What is checked; data is checked once for each source.
    enum Subject: String, Sendable, CaseIterable {
        case mail, disk, database, log, load, photos, orphans, backup, data, registers, migrations, program, clock,
            maintenance, webhook
    }

    let subject: Subject
    /// The source, for data.
    var source: String?
    let state: State
    let label: String
    let value: String
    let advice: String

    var key: String { [subject.rawValue, source].compactMap { $0 }.joined(separator: "-") }

    static let fields: [Field<Diagnosis>] = [
        .text("name") { $0.key }, .choice("state") { $0.state },
        .text("label") { $0.label }, .text("value") { $0.value }, .text("advice") { $0.advice },
    ]
}

/// The thresholds of the states: the only place with these figures.
extension Diagnosis.State {
    private static let (minute, hour, day) = (60.0, 3_600.0, 86_400.0)

    static func jobs(_ counts: JobCounts, at now: Date) -> Self {
        let waits = counts.dueSince.map { now.timeIntervalSince($0) } ?? 0
        if counts.dead > 0 || waits > hour { return .bad }
        return waits > 10 * minute ? .look : .fine
    }

    /// - Parameters:
    ///   - free: bytes.
    ///   - all: bytes.
    static func disk(free: Int, of all: Int) -> Self {
        if free < 500_000_000 || free * 20 < all { return .bad }
        return free < 2_000_000_000 || free * 7 < all ? .look : .fine
    }

    /// A backup of the database needs as much space again.
    static func database(bytes: Int, free: Int?) -> Self { free.map { bytes * 2 > $0 } == true ? .look : .fine }

    /// SQLite writes its log back every four megabytes; a larger log is kept by a read transaction that does not end.
    static func log(bytes: Int) -> Self {
        if bytes > 1_000_000_000 { return .bad }
        return bytes > 256_000_000 ? .look : .fine
    }

    /// - Parameter waiting: requests waiting for the database; from 1,024 on requests are refused.
    static func load(waiting: Int) -> Self {
        if waiting > 500 { return .bad }
        return waiting > 50 ? .look : .fine
    }

    /// The sweep runs every hour.
    static func sweep(endedAt: Date?, at now: Date) -> Self {
        endedAt.map { now.timeIntervalSince($0) < 3 * hour } == true ? .fine : .look
    }

    /// - Parameter began: the site's beginning; a new one has nothing yet that a backup would lack.
    static func backup(madeAt: Date?, since began: Date?, at now: Date) -> Self {
        guard let age = (madeAt ?? began).map({ now.timeIntervalSince($0) }), age < 7 * day else { return .bad }
        return madeAt == nil || age > 2 * day ? .look : .fine
    }

    /// - Parameters:
    ///   - takenAt: when the register was last taken.
    ///   - isFetched: whether the site fetches it once a day; operators do so once a month.
    static func register(takenAt: Date?, hasFailed: Bool, isFetched: Bool, at now: Date) -> Self {
        if hasFailed { return .look }
        guard isFetched else { return .fine }
        return takenAt.map { now.timeIntervalSince($0) <= 14 * day } == true ? .fine : .look
    }

    /// - Parameter asOf: a day, a month or a year.
    static func data(asOf: String, at today: SeoulDay) -> Self {
        let oldest = today.advanced(by: -180).text
        // A month or a year is compared with the same part of the day.
        return asOf < oldest.prefix(asOf.count) ? .look : .fine
    }
}
