import Foundation

/// The fields of a sign-up form, checked.
struct SignUp: Sendable {
    let email: EmailAddress
    let nickname: Nickname
    let password: Password

    /// Reserved nicknames and the rules for passwords.
    struct Rules: Sendable {
        let reservedNames: ReservedNames
        let passwords: PasswordRules
    }

    /// - Throws: all that is wrong with the form at once.
    init(_ form: Form, _ rules: Rules) throws(FormProblems) {
        var problems = FormProblems([:])
        let typedEmail = form["email"] ?? ""
        let typedNickname = form["nickname"] ?? ""
        var email: EmailAddress?
        do { email = try EmailAddress(typedEmail) } catch { problems.codes["email"] = error.rawValue }
        var nickname: Nickname?
        do { nickname = try Nickname(typedNickname, reserved: rules.reservedNames) } catch {
            problems.codes["nickname"] = error.rawValue
        }
        var password: Password?
        let typedPassword = form["password"] ?? ""
        if typedPassword.isEmpty {
            problems.codes["password"] = "required"
        } else {
            do {
                let owner = [email?.text, nickname?.text].compactMap { $0 }
                password = try rules.passwords.newPassword(typedPassword, of: owner)
            } catch { problems.codes["password"] = error.rawValue }
        }
        for field in ["agree_terms", "agree_privacy"] where form[field] != "1" { problems.codes[field] = "required" }
        guard problems.codes.isEmpty, let email, let nickname, let password else { throw problems }
        self.email = email
        self.nickname = nickname
        self.password = password
    }
}
