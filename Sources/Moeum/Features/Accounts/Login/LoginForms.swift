/// The forms around logging in, each declared once.
enum LoginForms {
    static let logIn = FormDeclaration(
        action: "/login",
        submit: "account.login.submit",
        [
            .email("email", autocomplete: "username"), .currentPassword(), .checkbox("remember").optional, .next,
            .hidden("resume_to"), .hidden("resume"),
        ]
    )
    static let confirmPassword = FormDeclaration(
        action: "/confirm-password",
        submit: "account.confirm-password.submit",
        [.currentPassword(), .next]
    )
    static let links = links(next: "/")

    static func links(next: String) -> [(href: String, key: String)] {
        let links = [
            (href: LocalPath.address("/recover", next: next), key: "account.login.recover"),
            (href: LocalPath.address("/signup", next: next), key: "account.login.sign-up"),
        ]
        // Reporting an infringement needs no account.
        let reporting = "/reports/new?target="
        guard next.hasPrefix(reporting) else { return links }
        return links + [(href: "/takedowns/new?target=\(next.dropFirst(reporting.count))", key: "report.takedown")]
    }

    /// - Parameter token: as it is in the page's address.
    static func unlock(_ token: String) -> FormDeclaration {
        FormDeclaration(action: "/unlock/\(token)", submit: "account.unlock.submit")
    }
}
