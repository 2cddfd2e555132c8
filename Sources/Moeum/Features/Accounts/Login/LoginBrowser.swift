import Hummingbird

/// The browser that somebody logs in with.
struct LoginBrowser: Sendable {
    /// The token of the known device, old or new.
    let device: SecretToken
    /// The session that this browser had before; it is ended.
    let replaced: Session.ID?
    /// The heart that this browser pressed before the login.
    let favourite: PendingFavourite?
    let action: AccountAction

    init(_ app: App, _ context: AppRequestContext) {
        device = app.config.cookies.deviceToken(context)
        replaced = context.member?.sessionID
        favourite = app.pendingFavourite(context)
        action = app.accountAction(context)
    }
}
