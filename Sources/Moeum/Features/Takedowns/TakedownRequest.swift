import Foundation

/// The form of a takedown request, checked by every rule that needs nothing but the form.
struct TakedownRequest: Sendable {
    static let maxNameLength = 60
    static let reasonLength = 20...2_000
    /// The value that marks our own form, which asks for more than programs have to send.
    static let asked = "claim entitled"

    let target: AuditEntry.Target
    let claim: Takedown.Claim
    let name: String
    let email: EmailAddress
    let reason: String

    /// - Parameters:
    ///   - form: `target`, `email`, `name`, `reason`; of our own form also `claim` and `entitled`.
    ///   - base: the site's own address.
    init(_ form: Form, base: String) throws(FormErrors) {
        var errors: [String: String] = [:]
        let target = TakedownTarget(form["target"] ?? "", base: base)?.target
        if target == nil { errors["target"] = (form["target"] ?? "").trimmed.isEmpty ? "required" : "invalid" }
        let isOwnForm = form["asked"] != nil
        let typedClaim = form["claim"] ?? ""
        let claim = Takedown.Claim(rawValue: typedClaim) ?? (typedClaim.isEmpty && !isOwnForm ? .other : nil)
        if claim == nil { errors["claim"] = typedClaim.isEmpty ? "required" : "invalid" }
        if isOwnForm, form["entitled"] != "1" { errors["entitled"] = "required" }
        var name = ""
        do { name = try BoundedText(form["name"] ?? "", .oneLine, upTo: Self.maxNameLength).text } catch {
            errors["name"] = error.rawValue
        }
        if name.isEmpty, errors["name"] == nil { errors["name"] = "required" }
        var email: EmailAddress?
        do { email = try EmailAddress(form["email"] ?? "") } catch { errors["email"] = error.rawValue }
        let (reason, error) = BoundedText.required(form["reason"], Self.reasonLength)
        errors["reason"] = error
        guard let target, let claim, let email, errors.isEmpty else { throw FormErrors(errors) }
        (self.target, self.claim, self.name, self.email, self.reason) = (target, claim, name, email, reason)
    }
}

extension RateLimits {
    /// Takedown requests from one network address.
    var takedownsFromAddress: RateLimit? { limit("takedown-address", atOnce: 10, thenOneEach: .seconds(600)) }
    /// Confirmation mails to one address.
    var takedownMails: RateLimit? { limit("takedown-mail", atOnce: 5, thenOneEach: .seconds(10_800)) }
}
