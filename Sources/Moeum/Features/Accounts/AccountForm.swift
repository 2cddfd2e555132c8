import Foundation
import HTTPTypes
import Hummingbird

/// A small page around one form: keys of texts and what the form shows at first.
struct AccountForm: Sendable {
    /// Of a page in place of the one that was asked for, such as for a link that was used; nil for that page itself.
    var status: HTTPResponse.Status?
    /// The page's texts: `account.{name}.title`, and `account.{name}.lead` where there is an introduction.
    let name: String
    var form: FormDeclaration?
    var second: FormDeclaration?
    var values: [String: String] = [:]
    var arguments: [String: FieldValue] = [:]
    /// Links to other pages, with the keys of their texts.
    var links: [(href: String, key: String)] = []
    var section: SettingsFrame.Section?
    /// The address of the account whose password is chosen; the reader's own where it is nil.
    var username: String?

    /// Whether it has a password without the address that belongs to it.
    fileprivate var asksPassword: Bool {
        let controls = form?.controls ?? []
        return controls.contains { $0.autocomplete?.hasSuffix("-password") == true }
            && !controls.contains { $0.type == "email" }
    }
}

extension FormErrors {
    /// What cannot be taken of a form of this kind, whose status other than 422 names the problem that programs get.
    /// - Parameters:
    ///   - seconds: how long every attempt is refused, where that is the reason; the texts say it as `{minutes}`.
    ///   - status: by default 429 with `seconds`, else 422.
    static func account(
        _ codes: [String: String],
        after seconds: Int? = nil,
        status: HTTPResponse.Status? = nil
    ) -> FormErrors {
        let status = status ?? (seconds == nil ? .unprocessableContent : .tooManyRequests)
        guard status != .unprocessableContent else { return FormErrors(codes) }
        return FormErrors(
            codes,
            status: status,
            retryAfter: seconds,
            arguments: seconds.map { ["minutes": .integer(RateLimit.minutes($0))] } ?? [:],
            answer: Problem(status: status, key: "account-\(status.code)", errors: codes, retryAfter: seconds)
        )
    }
}

extension AppRequestContext {
    /// The token in the address of a link; nil for a text that is none.
    var linkToken: SecretToken? { parameters.get("token").flatMap { SecretToken($0) } }

    /// Where the form leads, or the one that the page is about to show.
    var nextPath: String {
        LocalPath.checked(request.method == .post ? form["next"] : request.uri.queryParameters["next"].map(String.init))
    }
}

extension App {
    /// Answers with the page; a program gets a page in place of another as a problem.
    func show(_ form: AccountForm, _ context: AppRequestContext) async throws -> Response {
        if let status = form.status, context.prefersJSON {
            throw Problem(status: status, key: "account-\(status.code)")
        }
        let title = context.text("account.\(form.name).title", form.arguments)
        let lead = "account.\(form.name).lead"
        return try await pages.respond(
            to: context,
            title: title,
            section: .account,
            hasForm: true,
            status: form.status
        ) { [self] transaction, layout in
            let username =
                try form.asksPassword
                ? form.username ?? context.member.flatMap { try transaction.account($0.id) }?.email : nil
            func formView(_ declaration: FormDeclaration, isSecond: Bool) -> FormView {
                var view = pages.form(
                    declaration,
                    context,
                    layout,
                    values: form.values,
                    arguments: form.arguments.merging(storageArguments(context.language)) { $1 },
                    isSecond: isSecond
                )
                view.username = isSecond ? nil : username
                return view
            }
            return FormPage(
                heading: title,
                lead: views.hasText(lead)
                    ? context.text(lead, form.arguments).split(separator: "\n\n").map(String.init) : [],
                form: form.form.map { formView($0, isSecond: false) },
                secondForm: form.second.map { formView($0, isSecond: true) },
                links: form.links.map { FormLink(href: $0.href, label: context.text($0.key)) },
                settings: form.section.map { SettingsFrame($0, for: context.member) }
            )
        }
    }
}
