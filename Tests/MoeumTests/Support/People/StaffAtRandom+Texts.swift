@testable import Moeum

/// What the log says, in the model's texts.
extension StaffAtRandom {
    static func text(_ state: AuditEntry.State, of auditedChange: String) -> String {
        switch auditedChange {
        case AuditedChange.reviewVisibility.name, AuditedChange.photoVisibility.name: return state["hiddenAt"] ?? ""
        case AuditedChange.sanction.name:
            return [state["kind"], state["until"]].compactMap { $0 }.joined(separator: " ")
        case AuditedChange.caseState.name:
            if state["state"] == "open" { return "" }
            return [state["state"], state["assignee"], state["outcome"]].compactMap { $0 }.joined(separator: " ")
        case AuditedChange.block.name: return blockText(state)
        case AuditedChange.setting.name:
            let value = state["value"] ?? ""
            return settings.contains { String($0.standard) == value && ($0.isSwitch == (value.count == 1)) }
                ? "" : value
        default: return text(state)
        }
    }

    /// What the log has of each change since it was asked for last, the oldest first.
    mutating func newChanges() async throws -> [(AuditEntry, change: String, content: Content, after: String)] {
        let last = lastEntry
        let entries = try await site.app.database.read { try $0.auditEntries(where: "d.id > \(last)", limit: 100) }
        lastEntry = entries.first?.id ?? last
        return entries.reversed().compactMap { entry in
            entry.auditedChange.map { change in
                (
                    entry, change, Self.content(change, entry.target, entry.stateKey),
                    Self.text(entry.after, of: change)
                )
            }
        }
    }

    static func text(_ causes: AuditEntry.State) -> String {
        causes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }

    static func causes(_ text: String) -> AuditEntry.State {
        Dictionary(
            uniqueKeysWithValues: text.split(separator: ",").map { pair in
                let parts = pair.split(separator: "=")
                return (String(parts[0]), String(parts[1]))
            }
        )
    }
}
