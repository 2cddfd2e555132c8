import Foundation

struct RoleState: AuditedValue {
    var role: Role
}

extension AuditedState<RoleState> {
    /// What somebody may do on the site. Whoever gets another logs in again.
    static var role: Self {
        Self(
            name: "role",
            read: { transaction, target, _ in
                try target.id.flatMap { try transaction.account($0) }.map { RoleState(role: $0.role) }
            },
            write: { transaction, target, _, state, audit in
                guard let account = try target.id.flatMap({ try transaction.account($0) }) else { return }
                let role = state.role
                try transaction.requireAdmin(audit.actor)
                if role < .admin { try transaction.requireAnAdmin(besides: account.id, at: audit.at) }
                if role > account.role, account.verifiedAt == nil { throw Problem.unverifiedStaff }
                try transaction.setRole(role, of: account.id)
                try transaction.endSessions(of: account.id)
                // Where staff sat is none of the person's business.
                let network = audit.actor == .command ? "localhost" : ""
                let origin = DeviceOrigin(device: Device(userAgent: nil), network: network)
                try transaction.recordSecurityEvent(
                    .roleChanged,
                    of: account.id,
                    from: origin,
                    detail: role.rawValue,
                    at: audit.at
                )
                // Whom a command has just made an account for has not been told of that one yet.
                if audit.actor == .command, account.passwordHash == nil { return }
                try transaction.enqueueDecisionEmail(account.id, .roleChanged, audit, link: "/settings", role: role)
            },
            person: { _, target, _ in target.id }
        )
    }
}

extension Problem {
    /// Nobody runs the site whose address may be a stranger's.
    static let unverifiedStaff = Problem(status: .conflict, key: "unverified-staff", errors: ["form": "not-verified"])
}
