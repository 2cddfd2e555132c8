import Foundation

/// The log as a table, for programs: codes and numbers as they are kept, moments as RFC 3339 has them, and what staff are
/// called now.
enum AuditFile {
    private static let names = [
        "id", "at", "actor", "actor_id", "actor_name", "action", "target", "person_id", "case_id", "reason", "note",
        "before", "after", "undoes", "undone_by",
    ]

    /// - Parameter nicknames: of staff who have not left.
    static func bytes(_ deeds: [Deed], _ nicknames: [Account.ID: String]) -> [UInt8] {
        var writer = CSVWriter(header: names)
        for deed in deeds { writer.append(cells(deed, deed.actor.account.flatMap { nicknames[$0] })) }
        return writer.bytes
    }

    private static func cells(_ deed: Deed, _ nickname: String?) -> [CSVWriter.Cell] {
        func number(_ value: Int64?) -> CSVWriter.Cell { value.map { .number(String($0)) } ?? .nothing }
        func state(_ state: Deed.State) -> CSVWriter.Cell {
            state.isEmpty ? .nothing : .text(DeedState.text(dated(state)))
        }
        return [
            number(deed.id), .text(SeoulTime(deed.at).rfc3339), .text(deed.actor.name), number(deed.actor.account),
            nickname.map { .text($0) } ?? .nothing, .text(deed.action.rawValue), .text(deed.target.description),
            number(deed.person), number(deed.caseID),
            deed.reason.map { .text($0.rawValue) } ?? .nothing, .text(deed.note), state(deed.before),
            state(deed.after), number(deed.undoes), number(deed.undoneBy),
        ]
    }

    /// With moments that a reader can read.
    private static func dated(_ state: Deed.State) -> Deed.State {
        Dictionary(
            uniqueKeysWithValues: state.map { name, value in
                guard DeedState.times.contains(name), let time = Int64(value).map(Date.init(milliseconds:)) else {
                    return (name, value)
                }
                return (name, SeoulTime(time).rfc3339)
            }
        )
    }
}
