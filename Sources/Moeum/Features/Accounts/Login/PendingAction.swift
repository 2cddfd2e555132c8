import Hummingbird

/// What somebody was about to do when they were asked to log in, kept by their browser until they have: a heart to set,
/// and where to go back to. Whoever makes one up gets a heart of their own and a page of this site, no more.
struct PendingAction: Sendable, Equatable {
    /// The place whose heart was pressed.
    let heart: Place.ID?
    /// Within the site.
    let path: String

    /// In seconds.
    static let lifetime = 86_400
    /// Browsers drop a cookie of more than 4,096.
    private static let maxBytes = 3_000

    init(heart: Place.ID?, path: String) {
        self.heart = heart
        self.path = path
    }

    /// A heart as its form sends it; nil of a form that says more, whose words wait in the login form.
    init?(pressing address: String, _ form: Form) {
        let parts = address.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, parts[1] == "favourites", let place = Int64(parts[2]), place > 0,
            form.items.allSatisfy({ ["csrf", "next"].contains($0.name) })
        else { return nil }
        let next = LocalPath.checked(form["next"])
        self.init(heart: place, path: next == "/" ? "/places/\(place)" : next)
    }

    /// Nil of what this site never wrote.
    init?(cookie: String) {
        let parts = cookie.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let place = Int64(parts[0]), place >= 0,
            let path = String(parts[1]).removingPercentEncoding, LocalPath.checked(path) == path
        else { return nil }
        self.init(heart: place == 0 ? nil : place, path: path)
    }

    var cookie: String {
        let encoded = LocalPath.encoded(path)
        let short = LocalPath.encoded(heart.map { "/places/\($0)" } ?? "/")
        return "\(heart ?? 0).\(encoded.utf8.count > Self.maxBytes ? short : encoded)"
    }
}

extension CookieRules {
    func keeping(_ pendingAction: PendingAction) -> String {
        setting(pendingActionName, to: pendingAction.cookie, for: PendingAction.lifetime)
    }
}

extension App {
    func pendingAction(_ context: AppRequestContext) -> PendingAction? {
        context.cookies[config.cookies.pendingActionName].flatMap(PendingAction.init(cookie:))
    }

    /// The heart that the session about to begin sets.
    func pendingFavourite(_ context: AppRequestContext) -> PendingFavourite? {
        pendingAction(context)?.heart.map { PendingFavourite(place: $0, districts: districts) }
    }

    /// Where the form said to go on to, through the mails and pages that come before.
    func pendingActionCookies(_ context: AppRequestContext) -> [String] {
        let next = LocalPath.checked(context.form["next"])
        if next == "/" { return [] }
        return [config.cookies.keeping(PendingAction(heart: pendingAction(context)?.heart, path: next))]
    }
}
