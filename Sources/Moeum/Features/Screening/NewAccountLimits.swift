import Foundation

/// What an account may do in its first 24 hours.
struct NewAccountLimits: Sendable {
    enum Activity: String, Sendable {
        case review = "first-day-review"
        case photo = "first-day-photo"

        var limit: SiteSettings.Name { self == .review ? .firstDayReviews : .firstDayPhotos }
    }

    static let length: TimeInterval = 86_400

    let limits: RateLimits

    /// Uses up one of a new account's activities. Deleting the content later does not give it back.
    /// - Returns: seconds until the first day is over, where none is left; nil where there was one or the day is over.
    func consume(_ activity: Activity, of account: Account.ID, at now: Date, _ transaction: Transaction) throws -> Int?
    {
        guard limits.areOn, let joined = try transaction.account(account)?.createdAt else { return nil }
        let left = Self.length - now.timeIntervalSince(joined)
        guard left > 0 else { return nil }
        let settings = try transaction.siteSettings()
        guard settings.isOn(.limitsFirstDay) else { return nil }
        let limit = settings[activity.limit]
        let isFull =
            try limit == 0
            || transaction.consumeRateLimit(Self.limit(activity, limit), for: String(account), at: now.milliseconds)
                != nil
        return isFull ? max(1, Int(left.rounded(.up))) : nil
    }

    /// Gives back an activity that failed.
    func refund(_ activity: Activity, of account: Account.ID, _ transaction: Transaction) throws {
        guard limits.areOn else { return }
        try transaction.refundRateLimit(Self.limit(activity, 1), for: String(account))
    }

    /// A limit that does not refill within the day.
    private static func limit(_ activity: Activity, _ limit: Int) -> RateLimit {
        RateLimit(activity.rawValue, atOnce: limit, thenOneEach: .seconds(Int(length)))
    }

    /// A wait as pages show it: in whole hours, rounded up.
    static func hours(_ seconds: Int) -> Int { (seconds + 3_599) / 3_600 }
}

extension Problem {
    static func firstDayPhotos(after seconds: Int) -> Problem {
        Problem(
            status: .tooManyRequests,
            key: "first-day-photos",
            errors: ["file": "first-day"],
            retryAfter: seconds
        )
    }
}
