import HTTPTypes
import Templates

/// What cannot be taken of a form. A route that names its page (`router.post(_:for:again:use:)`) shows the form again with what
/// was typed; all others, and programs, get the `Problem`.
package struct FormErrors: Error {
    /// Codes by field, whose texts are `form-error.<field>.<code>`; one of the whole form is under `FormDeclaration.wholeForm`.
    package var codes: [String: String]
    package var status: HTTPResponse.Status
    /// Seconds until it is worth trying again.
    package var retryAfter: Int?
    /// For the texts of the problems.
    package var arguments: [String: FieldValue]
    /// What programs get, where it is more than the codes.
    package var answer: Problem?

    package init(
        _ codes: [String: String],
        status: HTTPResponse.Status = .unprocessableContent,
        retryAfter: Int? = nil,
        arguments: [String: FieldValue] = [:],
        answer: Problem? = nil
    ) {
        (self.codes, self.status, self.retryAfter) = (codes, status, retryAfter)
        (self.arguments, self.answer) = (arguments, answer)
    }

    /// A problem that names the fields, or the whole form, by itself.
    package init(_ problem: Problem) {
        self.init(problem.errors, status: problem.status, retryAfter: problem.retryAfter, answer: problem)
    }

    static let accountFull = FormErrors(.accountFull)

    /// Somebody else has changed since what the form was about.
    package static let stale = FormErrors(
        [FormDeclaration.wholeForm: "stale"],
        status: .conflict,
        answer: .stale
    )

    /// For programs.
    package var problem: Problem {
        answer ?? .invalidForm(codes, status: status, retryAfter: retryAfter)
    }
}

extension PageResponder {
    /// A form as its page shows it: with `values` at first; with what was typed, and its errors, where it is the one that was
    /// refused, as its action says.
    /// - Parameters:
    ///   - rev: the present revision, with which a refused form also goes on: sending it again knowingly overwrites.
    ///   - arguments: for the texts of errors.
    ///   - isSecond: whether another form of the page comes first.
    package func form(
        _ declaration: FormDeclaration,
        _ context: AppRequestContext,
        _ layout: PageLayout,
        values: [String: String] = [:],
        rev: String? = nil,
        arguments: [String: FieldValue] = [:],
        isSecond: Bool = false
    ) -> FormView {
        let isSent = Self.pathParts(of: declaration.action) == Self.pathParts(of: context.request.uri.path)
        let errors = isSent ? context.formErrors : nil
        let typed = errors == nil ? nil : rev.map { context.form.with("rev", $0) } ?? context.form
        return declaration.formView(
            typed: typed,
            values: values.merging(rev.map { ["rev": $0] } ?? [:]) { $1 },
            errors: errors?.codes ?? [:],
            arguments: arguments.merging(errors?.arguments ?? [:]) { $1 },
            isSecond: isSecond,
            token: layout.formToken,
            views: views,
            context.language
        )
    }

    /// As the router compares them.
    private static func pathParts(of address: String) -> [[UInt8]] {
        address.utf8.prefix { $0 != UInt8(ascii: "?") }.split(separator: UInt8(ascii: "/")).map(Array.init)
    }
}
