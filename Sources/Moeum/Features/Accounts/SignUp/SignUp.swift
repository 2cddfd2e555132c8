import Foundation

/// The fields of a sign-up form, checked.
struct SignUp: Sendable {
    let email: EmailAddress
    let nickname: Nickname
    let password: Password

    /// - Throws: all that is wrong with the form at once.
    init(_ form: Form, reserved: ReservedNames, _ rules: PasswordRules) throws(FormErrors) {
        var errors = FormErrors([:])
        var email: EmailAddress?
        do { email = try EmailAddress(form["email"] ?? "") } catch { errors.codes["email"] = error.rawValue }
        var nickname: Nickname?
        do { nickname = try Nickname(form["nickname"] ?? "", reserved: reserved) } catch {
            errors.codes["nickname"] = error.rawValue
        }
        var password: Password?
        let typedPassword = form["password"] ?? ""
        if typedPassword.isEmpty {
            errors.codes["password"] = "required"
        } else {
            do {
                let owner = [email?.text, nickname?.text].compactMap { $0 }
                password = try rules.newPassword(typedPassword, of: owner)
            } catch { errors.codes["password"] = error.rawValue }
        }
        for field in ["agree_terms", "agree_privacy"] where form[field] != "1" { errors.codes[field] = "required" }
        guard errors.codes.isEmpty, let email, let nickname, let password else { throw errors }
        self.email = email
        self.nickname = nickname
        self.password = password
    }
}
