import Foundation

/// The log as a table: codes and numbers as they are kept, for programs.
enum AuditFile {
    private static let names = [
        "id", "at", "actor", "actor_id", "action", "target", "person_id", "case_id", "reason", "note", "before",
        "after",
        "undoes", "undone_by",
    ]

    static func bytes(_ deeds: [Deed]) -> [UInt8] {
        var writer = CSVWriter(header: names)
        for deed in deeds { writer.append(cells(deed)) }
        return writer.bytes
    }

    private static func cells(_ deed: Deed) -> [CSVWriter.Cell] {
        func number(_ value: Int64?) -> CSVWriter.Cell { value.map { .number(String($0)) } ?? .nothing }
        func state(_ state: Deed.State) -> CSVWriter.Cell { state.isEmpty ? .nothing : .text(DeedState.text(state)) }
        return [
            number(deed.id), .text(SeoulTime(deed.at).rfc3339), .text(deed.actor.name), number(deed.actor.account),
            .text(deed.action.rawValue), .text(deed.target.description), number(deed.person), number(deed.caseID),
            deed.reason.map { .text($0.rawValue) } ?? .nothing, .text(deed.note), state(deed.before),
            state(deed.after), number(deed.undoes), number(deed.undoneBy),
        ]
    }
}
