import Foundation
import HTTPTypes
import Hummingbird

/// A small page around one form: keys of texts, what was typed, what is wrong.
struct AccountForm: Sendable {
    var status = HTTPResponse.Status.ok
    /// The page's texts: `account.{name}.title`, and `account.{name}.lead` where there is an introduction.
    let name: String
    var form: FormDeclaration?
    var second: FormDeclaration?
    var typed: Form?
    var values: [String: String] = [:]
    var problems: [String: String] = [:]
    var arguments: [String: FieldValue] = [:]
    /// Links to other pages, with the keys of their texts.
    var links: [(href: String, key: String)] = []
    var section: SettingsFrame.Section?
    /// The address of the account whose password is chosen; the reader's own where it is nil.
    var username: String?
    var retryAfter: Int?

    /// Whether it has a password without the address that belongs to it.
    fileprivate var asksPassword: Bool {
        let controls = form?.controls ?? []
        return controls.contains { $0.autocomplete?.hasSuffix("-password") == true }
            && !controls.contains { $0.type == "email" }
    }

    /// The page again, with what was typed and what is wrong with it.
    /// - Parameters:
    ///   - seconds: how long every attempt is refused, where that is the reason; the texts say it as `{minutes}`.
    ///   - status: by default 429 with `seconds`, else 422.
    func refusing(
        _ problems: [String: String],
        of typed: Form,
        for seconds: Int? = nil,
        status: HTTPResponse.Status? = nil
    ) -> AccountForm {
        var page = self
        page.status = status ?? (seconds == nil ? .unprocessableContent : .tooManyRequests)
        page.typed = typed
        page.problems = problems
        page.retryAfter = seconds
        return page
    }
}

extension App {
    /// Answers with the page; a program gets a refused form as a problem.
    func show(_ form: AccountForm, _ context: AppRequestContext) async throws -> Response {
        if form.status.kind != .successful, context.prefersJSON {
            throw Problem(
                status: form.status,
                key: form.status.code == 422 ? "invalid-form" : "account-\(form.status.code)",
                errors: form.problems,
                retryAfter: form.retryAfter
            )
        }
        var form = form
        if let seconds = form.retryAfter { form.arguments["minutes"] = .integer(RateLimit.minutes(seconds)) }
        return try await showPage(form, context)
    }

    private func showPage(_ form: AccountForm, _ context: AppRequestContext) async throws -> Response {
        let views = views
        let language = context.language
        let title = views.text("account.\(form.name).title", form.arguments, language)
        let lead = "account.\(form.name).lead"
        var response = try await pages.respond(
            to: context,
            title: title,
            section: .account,
            hasForm: true,
            status: form.status
        ) { transaction, layout in
            let username = try form.asksPassword ? form.username ?? transaction.emailText(of: context.member) : nil
            let token = layout.formToken
            func formView(_ declaration: FormDeclaration, isSecond: Bool) -> FormView {
                var view = declaration.formView(
                    typed: isSecond ? nil : form.typed,
                    values: form.values,
                    problems: isSecond ? [:] : form.problems,
                    arguments: form.arguments,
                    isSecond: isSecond,
                    token: token,
                    views: views,
                    language
                )
                view.username = isSecond ? nil : username
                return view
            }
            return FormPage(
                heading: title,
                lead: views.hasText(lead)
                    ? views.text(lead, form.arguments, language).split(separator: "\n\n").map(String.init) : [],
                form: form.form.map { formView($0, isSecond: false) },
                secondForm: form.second.map { formView($0, isSecond: true) },
                links: form.links.map { FormLink(href: $0.href, label: views.text($0.key, [:], language)) },
                settings: form.section.map { SettingsFrame($0, for: context.member, views: views, language) }
            )
        }
        if let seconds = form.retryAfter { response.headers[.retryAfter] = String(seconds) }
        return response
    }

    /// What an e-mail says about where something was done.
    func details(_ origin: DeviceOrigin, at now: Date, _ language: Language) -> EmailMessage.Details {
        EmailMessage.Details(device: origin.device.words(views, language), place: origin.network, time: now)
    }
}

extension Transaction {
    fileprivate func emailText(of member: Member?) throws -> String? {
        try member.flatMap { try account($0.id) }?.email
    }
}
