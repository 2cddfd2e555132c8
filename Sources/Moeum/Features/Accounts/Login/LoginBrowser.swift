import Foundation
import Hummingbird

/// The browser that somebody logs in with, and when.
struct LoginBrowser: Sendable {
    /// The token of the known device, old or new.
    let device: SecretToken
    let origin: DeviceOrigin
    /// The session that this browser had before; it is ended.
    let replaced: Session.ID?
    /// The heart that this browser pressed before the login.
    let favourite: PendingFavourite?
    /// What e-mails say about the login, in the account's language.
    let details: @Sendable (Language) -> EmailMessage.Details
    let now: Date

    init(_ app: App, _ context: AppRequestContext) {
        let (origin, now) = (context.origin, app.clock())
        device = SessionCookies(rules: app.config.cookies).device(context)
        self.origin = origin
        replaced = context.member?.sessionID
        favourite = app.pendingFavourite(context)
        details = { app.details(origin, at: now, $0) }
        self.now = now
    }
}
