import Hummingbird

/// The address that somebody typed, kept in a cookie for the page that says where the e-mail went. The site does not store it,
/// so that the page is the same whether or not the address has an account.
enum SentAddress {
    /// Of the cookie, in seconds.
    static let lifetime = 3_600
}

extension App {
    func sentAddress(_ context: AppRequestContext) -> String? {
        let typed = context.cookies[config.cookies.sentToName]?.removingPercentEncoding
        return typed.flatMap { try? EmailAddress($0).text }
    }
}

extension CookieRules {
    func keeping(sentTo address: EmailAddress) -> String {
        setting(sentToName, to: address.text.percentEncoded, for: SentAddress.lifetime)
    }
}
