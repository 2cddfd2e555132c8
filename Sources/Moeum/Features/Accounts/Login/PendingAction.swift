import Hummingbird

/// What somebody was about to do when they were asked to log in, kept in a cookie until they have: the heart they pressed, and
/// the page to go back to. A forged cookie can do no more than add a favourite and open a page of this site.
struct PendingAction: Sendable, Equatable {
    /// The place whose heart was pressed.
    let favourite: Place.ID?
    /// A path of this site.
    let path: String

    /// In seconds.
    static let lifetime = 86_400
    /// Browsers drop cookies of more than 4,096 bytes.
    private static let maxBytes = 3_000

    init(favourite: Place.ID?, path: String) {
        self.favourite = favourite
        self.path = path
    }

    /// A pressed heart; nil for a form with more fields, which waits in the login form instead.
    init?(pressing address: String, _ form: Form) {
        let parts = address.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, parts[1] == "favourites", let place = Place.ID(parts[2]),
            place > .absent,
            form.items.allSatisfy({ ["csrf", "next"].contains($0.name) })
        else { return nil }
        let next = LocalPath.checked(form["next"])
        self.init(favourite: place, path: next == "/" ? "/places/\(place)" : next)
    }

    /// Nil for a cookie that this site did not write.
    init?(cookie: String) {
        let parts = cookie.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let place = Place.ID(parts[0]), place >= .absent,
            let path = String(parts[1]).removingPercentEncoding, LocalPath.checked(path) == path
        else { return nil }
        self.init(favourite: place == .absent ? nil : place, path: path)
    }

    var cookie: String {
        let encoded = path.percentEncoded
        let short = (favourite.map { "/places/\($0)" } ?? "/").percentEncoded
        return "\(favourite ?? .absent).\(encoded.utf8.count > Self.maxBytes ? short : encoded)"
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

    /// The pending favourite, to be added when the session begins.
    func pendingFavourite(_ context: AppRequestContext) -> PendingFavourite? {
        pendingAction(context)?.favourite.map { PendingFavourite(place: $0, districts: districts) }
    }

    /// Cookies that keep the form's `next` page through the e-mails and pages before the login.
    func pendingActionCookies(_ context: AppRequestContext) -> [String] {
        let next = context.nextPath
        if next == "/" { return [] }
        return [config.cookies.keeping(PendingAction(favourite: pendingAction(context)?.favourite, path: next))]
    }
}
