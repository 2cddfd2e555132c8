import Hummingbird
import HummingbirdCore
import Templates

extension PageLayout {
    /// Who is logged in, and what the last answer wanted to say.
    package mutating func add(_ context: AppRequestContext, _ views: Views) {
        theme = context.theme.rawValue
        nickname = context.member?.nickname
        isStaff = context.member.map { $0.role > .member } ?? false
        isRestricted = context.member?.isRestricted ?? false
        formToken = context.member?.formToken
        invitations = context.member?.invitations ?? 0
        guard let said = context.flash, views.hasText("flash.\(said.key)") else { return }
        flash = views.text("flash.\(said.key)", said.arguments, context.language)
        flashAction = context.member == nil ? nil : FlashAction(said)
        flashLink = FlashLink(said, views, context.language)
    }
}

/// Where the language and theme forms lead back to.
package enum PageAddress {
    /// The request's path and query without `lang`, which would win over the choice just made.
    package static func withoutLanguage(_ uri: URI) -> String {
        guard let query = uri.query else { return uri.path }
        let kept = query.split(separator: "&").filter { $0 != "lang" && !$0.hasPrefix("lang=") }
        return kept.isEmpty ? uri.path : "\(uri.path)?\(kept.joined(separator: "&"))"
    }
}
