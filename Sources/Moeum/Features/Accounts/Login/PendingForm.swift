import Foundation
import HTTPTypes
import Hummingbird

/// What somebody sent without a session, kept through the login and offered to be sent again.
struct PendingForm: Sendable {
    let path: String
    let form: Form

    /// Nil for more than so many bytes.
    init?(_ path: String, _ form: Form, upTo most: Int = Self.maxBytes) {
        guard form.bytes <= most else { return nil }
        (self.path, self.form) = (path, Form(items: form.items.filter { !Self.isSecret($0.name) }))
    }

    /// Nil where the login form carries no pending form, or one with an address of another site.
    init?(_ login: Form) {
        guard let path = login["resume_to"], LocalPath.checked(path) == path, let encoded = login["resume"],
            encoded.utf8.count <= 3 * Self.maxBytes, let form = try? Form(Array(encoded.utf8))
        else { return nil }
        self.path = path
        self.form = form
    }

    /// The form, encoded as a browser would send it, without secrets and the old form token. Nil for what is too long: the page
    /// would be three times as long.
    static func encoded(_ form: Form) -> String? {
        let form = Form(items: form.items.filter { !isSecret($0.name) })
        return form.bytes <= maxBytes ? form.encoded : nil
    }

    /// Room for the longest review and the descriptions of its photos.
    private static let maxBytes = 98_304
    /// Room for both texts of an entry that was written in two places, which is the longest form.
    static let maxBytesShownAgain = 256 << 10

    /// Whether a field is one of the site's own, with no words of the person.
    static func isMark(_ name: String) -> Bool {
        [
            "once", "rev", "act", "photo_id", "keyword", "place_id", "keep", "facts", "weather", "visibility", "look",
            "size", "date", "fact",
        ].contains(name) || name.utf8.starts(with: "kind-".utf8)
    }

    /// What the person typed or chose.
    var typed: [(name: String, value: String)] { form.items.filter { !Self.isMark($0.name) && !$0.value.isEmpty } }

    /// Whether its page has a field for photos.
    var mayHaveHadPhotos: Bool {
        path.includes("/reviews") && form["rating"] != nil
            || path.begins(with: "/diary/entries") && form["text"] != nil && form["keep"] == nil
    }

    private static func isSecret(_ name: String) -> Bool {
        name == "csrf" || name.contains("password") || name == "current"
    }
}

/// A page that offers to send again what was sent before the login, or could not be taken.
struct PendingFormPage: Page {
    static let template = "accounts/resume"

    let heading: String
    let lead: String
    let action: String
    /// The name of the form; nil where only the address identifies it.
    let what: String?
    let token: String
    let items: [FormHidden]
    /// What the person typed, shown before it is sent.
    let words: [String]
    /// Whether the form may have had photos: files are not kept through a login.
    let hadPhotos: Bool

    static let fields: [Field<PendingFormPage>] = [
        .text("heading") { $0.heading }.viewOnly, .text("lead") { $0.lead }.viewOnly,
        .text("action") { $0.action }, .text("what") { $0.what }, .text("csrf") { $0.token },
        .list("items") { $0.items },
        .texts("words") { $0.words }, .flag("hadPhotos") { $0.hadPhotos },
    ]
}

extension App {
    func showPendingForm(
        _ pendingForm: PendingForm,
        _ login: Login,
        _ context: AppRequestContext
    ) async throws -> Response {
        let (app, title) = (self, context.text("account.resume.title"))
        return try await pages.respond(to: context, title: title, section: .account) { transaction, layout in
            layout.nickname = login.account.nickname
            layout.formToken = FormToken.derived(from: login.session.text)
            return try app.page(of: pendingForm, "account.resume", in: layout, context, transaction)
        }
    }

    /// Shows a form again that could not be taken; of what is too long for that, or has no words, only the problem.
    func askToSendAgain(_ context: AppRequestContext, _ again: FormToSendAgain) async throws -> Response {
        let path = PageAddress.withoutLanguage(context.request.uri)
        guard let pendingForm = PendingForm(path, again.form, upTo: PendingForm.maxBytesShownAgain),
            !pendingForm.typed.isEmpty
        else { throw again.problem }
        let (app, key) = (self, "account.resume-\(again.problem.key)")
        return try await pages.respond(
            to: context,
            title: context.text("\(key).title"),
            section: .account,
            hasForm: true,
            status: again.problem.status
        ) { transaction, layout in try app.page(of: pendingForm, key, in: layout, context, transaction) }
    }

    private func page(
        of pendingForm: PendingForm,
        _ key: String,
        in layout: PageLayout,
        _ context: AppRequestContext,
        _ transaction: Transaction
    ) throws -> PendingFormPage {
        PendingFormPage(
            heading: context.text("\(key).title"),
            lead: context.text("\(key).lead", storageArguments(context.language)),
            action: pendingForm.path,
            what: ["/reports": "report", "/suggestions": "suggestion"][pendingForm.path].map {
                context.text("account.resume.\($0)")
            },
            token: layout.formToken ?? "",
            items: pendingForm.form.items.map { FormHidden(name: $0.name, value: $0.value) },
            words: try pendingForm.typed.map { try texts($0, sentTo: pendingForm.path, context.language, transaction) },
            hadPhotos: pendingForm.mayHaveHadPhotos
        )
    }

    /// The values that the person chose or typed in a form, named as on its page.
    private func texts(
        _ item: (name: String, value: String),
        sentTo path: String,
        _ language: Language,
        _ transaction: Transaction
    ) throws -> String {
        switch (path, item.name) {
        case ("/reports", "reason"):
            return ModerationReason(rawValue: item.value).map { views.text("reason.\($0.rawValue)", [:], language) }
                ?? item.value
        case ("/reports", "target"):
            // A reference to somebody else's content is shown as its location, without its words.
            guard let target = AuditEntry.Target(item.value) else { return item.value }
            let kind = views.text("audit-target.\(target.kind.rawValue)", [:], language)
            let name = try transaction.reportSubject(target, at: clock()).flatMap {
                $0.placeName ?? $0.snapshot.nickname
            }
            return [kind, name].compactMap(\.self).joined(separator: " · ")
        case ("/suggestions", "kind"):
            return Suggestion.Kind.ofPlaces.first { $0.rawValue == item.value }
                .map { views.text("form.suggestion-kind.option.\($0.rawValue)", [:], language) } ?? item.value
        default: return item.value
        }
    }
}
