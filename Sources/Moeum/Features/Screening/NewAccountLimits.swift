import Foundation

/// What somebody may do in the first 24 hours of their account.
struct FirstDay: Sendable {
    enum Deed: String, Sendable {
        case review = "first-day-review"
        case photo = "first-day-photo"

        var most: SiteSettings.Name { self == .review ? .firstDayReviews : .firstDayPhotos }
    }

    static let length: TimeInterval = 86_400

    let limits: RateLimits

    /// Takes one of those that a new account has on its first day. What is taken away again counts still.
    /// - Returns: seconds until the day is over, where none is left; nil where there was one or the day is over.
    func take(_ deed: Deed, of account: Account.ID, at now: Date, _ transaction: Transaction) throws -> Int? {
        guard limits.areOn, let joined = try transaction.account(account)?.createdAt else { return nil }
        let left = Self.length - now.timeIntervalSince(joined)
        guard left > 0 else { return nil }
        let settings = try transaction.siteSettings()
        guard settings.isOn(.limitsFirstDay) else { return nil }
        let most = settings[deed.most]
        let isFull =
            try most == 0
            || transaction.take(Self.limit(deed, most), for: String(account), at: now.milliseconds) != nil
        return isFull ? max(1, Int(left.rounded(.up))) : nil
    }

    /// Gives one back that came to nothing.
    func giveBack(_ deed: Deed, of account: Account.ID, _ transaction: Transaction) throws {
        guard limits.areOn else { return }
        try transaction.giveBack(Self.limit(deed, 1), for: String(account))
    }

    /// So many at once, and none again while the day lasts.
    private static func limit(_ deed: Deed, _ most: Int) -> RateLimit {
        RateLimit(deed.rawValue, atOnce: most, thenOneEach: .seconds(Int(length)))
    }

    /// A pause as pages say it: in whole hours, never too few.
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
