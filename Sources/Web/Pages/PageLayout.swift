import HummingbirdCore
import Templates

/// What surrounds every page: the layout's own values.
package struct PageLayout: ViewModel {
    /// `ko` or `en`, for `<html lang>`.
    package var language: String
    package var title: String
    /// The code of the language that the language switch offers.
    var otherLanguage = ""
    package var description: String?
    /// Absolute addresses of this page, without and with its language.
    package var canonical: String?
    package var alternateKorean: String?
    package var alternateEnglish: String?
    /// `auto`, `light` or `dark`.
    package var theme = "auto"
    /// Path and query of this request, where the language and theme forms return to.
    package var next = "/"
    /// The page's position in a list of several pages.
    package var trail = PageTrail(URI("/"))
    /// The address for logging in or signing up and coming back to this page.
    package var logInPath = "/login"
    package var signUpPath = "/signup"
    package var section = NavigationSection.none
    /// Nil on pages for everybody.
    var frame: AdministrationFrame?
    /// Safe inside a script element: no `<` unescaped.
    package var structuredData: Markup?
    package var openGraphType = "website"
    /// The picture that other sites show with a link to the page.
    package var picture: Picture?
    /// The logged-in member.
    private var member: Member?
    /// The member's, or that of whoever logs in by this answer.
    package var nickname: String?
    /// Whether a note links to the account's sanctions.
    package var isRestricted = false
    /// The flash of the last answer, in words.
    package var flash: String?
    /// The button beside the flash.
    var flashAction: FlashAction?
    /// The link beside the flash.
    var flashLink: FlashLink?
    /// The token of this page's forms; nil on a page that is the same for everybody.
    package var formToken: String?
    /// The cookies that the answer sets.
    package var newCookies: [String] = []

    /// Whether the page is for one browser only and must not be cached.
    package var isPersonal: Bool { nickname != nil || flash != nil || formToken != nil }

    /// The entry of the navigation that is marked as current.
    package enum NavigationSection: String, Sendable, CaseIterable {
        case none, home, places, roulette, favourites, diary, photos, about, account, administration
    }

    /// A picture under an absolute address.
    package struct Picture: ViewModel {
        package let url: String
        package let width: Int
        package let height: Int
        package let alt: String

        package init(url: String, width: Int, height: Int, alt: String) {
            self.url = url
            self.width = width
            self.height = height
            self.alt = alt
        }

        package static let fields: [Field<Picture>] = [
            .text("url") { $0.url }, .integer("width") { $0.width }, .integer("height") { $0.height },
            .text("alt") { $0.alt },
        ]
    }

    package init(language: Language, title: String) {
        self.language = language.rawValue
        self.title = title
        otherLanguage = (language == .korean ? Language.english : .korean).rawValue
    }

    package static let fields: [Field<PageLayout>] = [
        .text("language") { $0.language },
        .text("otherLanguage") { $0.otherLanguage },
        .text("title") { $0.title },
        .text("description") { $0.description },
        .text("canonical") { $0.canonical },
        .text("alternateKorean") { $0.alternateKorean },
        .text("alternateEnglish") { $0.alternateEnglish },
        .text("theme") { $0.theme },
        .text("next") { $0.next },
        .text("logInPath") { $0.logInPath },
        .text("signUpPath") { $0.signUpPath },
        .text("returnTo") { $0.next },
        .text("onward") { $0.trail.onward },
        .text("earlierHref") { $0.trail.earlier },
        .text("startHref") { $0.trail.start },
        .choice("navigation") { $0.section },
        .object("frame") { $0.frame },
        .markup("structuredData") { $0.structuredData },
        .text("openGraphType") { $0.openGraphType },
        .object("sharedPicture") { $0.picture },
        .text("memberName") { $0.nickname },
        .text("memberInitial") { $0.nickname.map { String($0.prefix(1)) } },
        .flag("isStaff") { $0.member.map { $0.role > .member } },
        .flag("isRestricted") { $0.isRestricted },
        .flag("hasStanding") { $0.member?.hasModerationHistory },
        .text("flash") { $0.flash },
        .object("flashAction") { $0.flashAction },
        .object("flashLink") { $0.flashLink },
        .flag("isInvited") { $0.member.map { $0.invitations > 0 } },
        .integer("invitationCount") { $0.member?.invitations },
        .text("formToken") { $0.formToken },
    ]
}

extension PageLayout {
    /// Sets the member and the flash.
    mutating func add(_ context: AppRequestContext, _ views: Views, _ offers: FlashOffers) {
        theme = context.theme.rawValue
        member = context.member
        nickname = member?.nickname
        frame?.role = member?.role ?? .member
        isRestricted = member?.isRestricted ?? false
        formToken = member?.formToken
        guard let said = context.flash, views.hasText("flash.\(said.key)") else { return }
        flash = views.text("flash.\(said.key)", said.arguments, context.language)
        flashAction = member == nil ? nil : offers.action(said)
        flashLink = offers.link(said, views, context.language)
    }
}
