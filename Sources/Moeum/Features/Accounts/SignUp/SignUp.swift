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
        do { password = try rules.newPassword(in: form, of: [email?.text, nickname?.text].compactMap(\.self)) } catch {
            errors.codes.merge(error.codes) { $1 }
        }
        for field in ["agree_terms", "agree_privacy"] where form[field] != "1" { errors.codes[field] = "required" }
        guard errors.codes.isEmpty, let email, let nickname, let password else { throw errors }
        self.email = email
        self.nickname = nickname
        self.password = password
    }
}
