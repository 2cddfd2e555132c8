/// The full-text query languages: FTS5's (sqlite.org/fts5.html §3) and tsquery (PostgreSQL 15, 8.11).
struct MatchSyntax {
    let dialect: Dialect

    func phrase(_ tokens: [String], in part: PlaceSearchText.Part) -> String {
        let tokens = tokens.map { part.rawValue + $0 }
        return switch dialect {
        case .sqlite: "\"\(tokens.joined(separator: " "))\""
        case .postgres: "(" + tokens.map(token).joined(separator: " <-> ") + ")"
        }
    }

    func token(_ token: String) -> String { dialect == .sqlite ? "\"\(token)\"" : "'\(token)'" }

    func all(_ terms: [String]) -> String { join(terms, dialect == .sqlite ? " AND " : " & ") }

    func any(_ terms: [String]) -> String { join(terms, dialect == .sqlite ? " OR " : " | ") }

    func but(_ term: String, not excluded: [String]) -> String {
        if excluded.isEmpty { return term }
        return dialect == .sqlite ? "(\(term) NOT \(any(excluded)))" : "(\(term) & !\(any(excluded)))"
    }

    private func join(_ terms: [String], _ operation: String) -> String {
        "(" + terms.joined(separator: operation) + ")"
    }
}
