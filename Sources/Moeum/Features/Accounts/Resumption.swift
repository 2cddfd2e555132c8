import Foundation
import HTTPTypes
import Hummingbird

/// What somebody sent without a session, kept through the login and offered to be sent again.
struct Resumption: Sendable {
    let path: String
    let form: Form

    /// Nil where the login form carries none, or one that leads off the site.
    init?(_ login: Form) {
        guard let path = login["resume_to"], LocalPath.checked(path) == path, let encoded = login["resume"],
            let form = try? Form(Array(encoded.utf8))
        else { return nil }
        self.path = path
        self.form = form
    }

    /// As a form would send it; without secrets and the old proof.
    static func encoded(_ form: Form) -> String {
        Form(items: form.items.filter { !isSecret($0.name) }).encoded
    }

    /// What a form carries for the site's sake and says nothing to who reads it.
    static func isMark(_ name: String) -> Bool {
        ["once", "rev", "act", "photo_id", "keyword"].contains(name)
    }

    private static func isSecret(_ name: String) -> Bool {
        name == "csrf" || name.contains("password") || name == "current"
    }
}

/// A page that offers to send again what was sent before the login.
struct ResumptionPage: Page {
    static let template = "accounts/resume"

    let action: String
    let token: String
    let items: [FormHidden]
    /// What the person typed, to be looked at before it is sent.
    let words: [String]
    /// Whether the form may have brought photos: no file waits for a login.
    let hadPhotos: Bool

    static let fields: [Field<ResumptionPage>] = [
        .text("action") { $0.action }, .text("csrf") { $0.token }, .list("items") { $0.items },
        .texts("words") { $0.words }, .flag("hadPhotos") { $0.hadPhotos },
    ]
}

extension App {
    func showResumption(
        _ resumption: Resumption,
        _ login: Login,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        let title = views.text("account.resume.title", [:], context.language)
        var chrome = chrome(request, context, title: siteTitle(title, context.language), section: .account)
        chrome.nickname = login.account.nickname
        chrome.formToken = FormToken.derived(from: login.session.text)
        let page = ResumptionPage(
            action: resumption.path,
            token: FormToken.derived(from: login.session.text),
            items: resumption.form.items.map { FormHidden(name: $0.name, value: $0.value) },
            words: resumption.form.items.filter { !Resumption.isMark($0.name) }.map(\.value).filter { !$0.isEmpty },
            hadPhotos: resumption.path.contains("/reviews") && resumption.form["rating"] != nil
        )
        return try await pages.respond(request, context) { [chrome] _ in (page, chrome) }
    }
}
