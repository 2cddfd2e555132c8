import Foundation

extension AuditedState {
    /// What somebody may do on the site: `role`. Whoever gets another logs in again.
    static let role = AuditedState(
        name: "role",
        read: { transaction, target, _ in
            try target.id.flatMap { try transaction.account($0) }.map { state($0.role) }
        },
        write: { transaction, target, _, state, audit in
            guard let role = state["role"].flatMap(Role.init(rawValue:)),
                let account = try target.id.flatMap({ try transaction.account($0) })
            else { return }
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

    static func state(_ role: Role) -> AuditEntry.State { ["role": role.rawValue] }
}

extension Problem {
    /// Nobody runs the site whose address may be a stranger's.
    static let unverifiedStaff = Problem(status: .conflict, key: "unverified-staff", errors: ["form": "not-verified"])
}
