import Foundation

extension App {
    /// The code of what is wrong with the password given for something dangerous; nil where it is right, or was given just
    /// now.
    func passwordProblem(of member: Member, _ form: Form) async throws -> String? {
        if member.hasConfirmed(at: .now) { return nil }
        guard let typed = form["password"], !typed.isEmpty else { return "required" }
        let limits = limits
        let hash = try await database.write { transaction -> String? in
            let now = Date.now.milliseconds
            if let wait = try transaction.take(limits.passwordChecks, for: String(member.id), at: now) {
                throw Problem(status: .tooManyRequests, key: "archive-too-often", retryAfter: wait)
            }
            return try transaction.passwordHash(of: member.id)
        }
        guard let password = Password(typed: typed), try await passwords.verify(password, against: hash) else {
            return "wrong"
        }
        return nil
    }
}
