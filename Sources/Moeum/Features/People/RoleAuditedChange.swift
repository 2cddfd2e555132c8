import Foundation

struct RoleState: AuditedValue {
    var role: Role
}

extension AuditedChange<RoleState> {
    /// An account's role. A change of it ends the account's sessions.
    static var role: Self {
        Self(
            name: "role",
            read: { transaction, target, _ in
                try target.accountID.flatMap { try transaction.account($0) }.map { RoleState(role: $0.role) }
            },
            write: { transaction, target, _, state, audit in
                guard let account = try target.accountID.flatMap({ try transaction.account($0) }) else { return }
                let role = state.role
                try transaction.requireAdmin(audit.actor)
                if role < .admin { try transaction.requireAnAdmin(besides: account.id, at: audit.at) }
                if role > account.role, account.verifiedAt == nil { throw Problem.unverifiedStaff }
                try transaction.setRole(role, of: account.id)
                try transaction.endSessions(of: account.id)
                // The address of staff is not shown to the account's owner.
                let network = audit.actor == .command ? "localhost" : ""
                let origin = DeviceOrigin(device: Device(userAgent: nil), network: network)
                try transaction.recordSecurityEvent(
                    .roleChanged,
                    of: account.id,
                    from: origin,
                    detail: role.rawValue,
                    at: audit.at
                )
                // An account that a command has just created has no password yet and has had no mail about itself.
                if audit.actor == .command, account.passwordHash == nil { return }
                try transaction.enqueueDecisionEmail(account.id, .roleChanged, audit, link: "/settings", role: role)
            }
        )
    }
}

extension Problem {
    /// No unverified account may become staff: its address may be a stranger's.
    static let unverifiedStaff = Problem(status: .conflict, key: "unverified-staff", errors: ["form": "not-verified"])
}
