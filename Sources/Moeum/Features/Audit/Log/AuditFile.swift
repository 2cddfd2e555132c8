import Foundation

/// The log as CSV, for programs: codes and numbers as they are stored, times in RFC 3339, and the current names of staff.
enum AuditFile {
    private static let names = [
        "id", "at", "actor", "actor_id", "actor_name", "action", "target", "person_id", "case_id", "reason", "note",
        "before", "after", "undoes", "undone_by",
    ]

    /// - Parameter nicknames: of staff with an account.
    static func bytes(_ entries: [AuditEntry], _ nicknames: [Account.ID: String]) -> [UInt8] {
        var writer = CSVWriter(header: names)
        for entry in entries { writer.append(cells(entry, entry.actor.account.flatMap { nicknames[$0] })) }
        return writer.bytes
    }

    private static func cells(_ entry: AuditEntry, _ nickname: String?) -> [CSVWriter.Cell] {
        func number(_ id: Identifier<some Any>?) -> CSVWriter.Cell { id.map { .number(String($0)) } ?? .nothing }
        func state(_ state: AuditEntry.State) -> CSVWriter.Cell {
            state.isEmpty ? .nothing : .text(AuditedValues.text(dated(state)))
        }
        return [
            number(entry.id), .text(SeoulTime(entry.at).rfc3339), .text(entry.actor.name), number(entry.actor.account),
            nickname.map { .text($0) } ?? .nothing, .text(entry.action.rawValue), .text(entry.target.description),
            number(entry.person), number(entry.caseID),
            entry.reason.map { .text($0.rawValue) } ?? .nothing, .text(entry.note), state(entry.before),
            state(entry.after), number(entry.undoes), number(entry.undoneBy),
        ]
    }

    /// With times in RFC 3339.
    private static func dated(_ state: AuditEntry.State) -> AuditEntry.State {
        Dictionary(
            uniqueKeysWithValues: state.map { name, value in
                guard AuditedValues.times.contains(name), let time = Int64(value).map(Date.init(milliseconds:)) else {
                    return (name, value)
                }
                return (name, SeoulTime(time).rfc3339)
            }
        )
    }
}
