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
    init(_ form: Form, _ rules: Rules) throws(FormErrors) {
        var errors = FormErrors([:])
        let typedEmail = form["email"] ?? ""
        let typedNickname = form["nickname"] ?? ""
        var email: EmailAddress?
        do { email = try EmailAddress(typedEmail) } catch { errors.codes["email"] = error.rawValue }
        var nickname: Nickname?
        do { nickname = try Nickname(typedNickname, reserved: rules.reservedNames) } catch {
            errors.codes["nickname"] = error.rawValue
        }
        var password: Password?
        let typedPassword = form["password"] ?? ""
        if typedPassword.isEmpty {
            errors.codes["password"] = "required"
        } else {
            do {
                let owner = [email?.text, nickname?.text].compactMap { $0 }
                password = try rules.passwords.newPassword(typedPassword, of: owner)
            } catch { errors.codes["password"] = error.rawValue }
        }
        for field in ["agree_terms", "agree_privacy"] where form[field] != "1" { errors.codes[field] = "required" }
        guard errors.codes.isEmpty, let email, let nickname, let password else { throw errors }
        self.email = email
        self.nickname = nickname
        self.password = password
    }
}
