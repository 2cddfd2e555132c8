#if Postgres
    import CPostgreSQL

    /// Why a statement failed, with what decides whether trying again makes sense.
    struct PostgresFailure: Error {
        /// What a caller may know.
        let error: DatabaseError
        /// The connection is gone; what was not committed is undone.
        let isLost: Bool
        /// Two transactions were in each other's way; the same one again may go through.
        let isConflict: Bool
        /// The server has forgotten a statement or its tables changed; preparing it anew helps.
        let isStale: Bool

        /// Reads the fields of a result (libpq 15, 34.3.2) and tells the SQLSTATEs apart (PostgreSQL 15, appendix A).
        /// - Parameter isLost: what the connection's own status says.
        init(_ result: OpaquePointer?, connectionMessage: String, isLost: Bool) {
            func field(_ code: Character) -> String? {
                guard let value = code.asciiValue, let text = PQresultErrorField(result, Int32(value)) else {
                    return nil
                }
                return String(cString: text)
            }
            let state = field("C") ?? ""
            let message = field("M") ?? connectionMessage
            self.isLost = isLost || state.hasPrefix("08") || state.hasPrefix("57P")
            isConflict = state == "40001" || state == "40P01"
            isStale = state == "26000" || (state == "0A000" && field("R") == "RevalidateCachedQuery")
            if self.isLost {
                error = .unavailable("the connection to the database was lost: \(message)")
                return
            }
            let table = field("t") ?? ""
            switch state {
            case "23505":
                let columns = Self.columns(ofDetail: field("D") ?? "").map { "\(table).\($0)" }
                error = .uniqueViolation(columns.isEmpty ? field("n") ?? message : columns.joined(separator: ", "))
            case "23503": error = .foreignKeyViolation
            case "23502": error = .checkViolation("\(table).\(field("c") ?? "")")
            case "23514": error = .checkViolation(field("n") ?? message)
            // Read-only: a server that has become a standby.
            case "40001", "40P01", "57014", "55P03", "25006": error = .unavailable(message)
            default:
                let isResource = state.hasPrefix("53") || state.hasPrefix("58")
                error = isResource ? .unavailable(message) : .statement(message)
            }
        }

        /// `a, b` of `Key (a, b)=(1, 2) already exists.`, which is written so in every language of the server; the names
        /// that SQLite gives too.
        private static func columns(ofDetail detail: String) -> [String] {
            guard let start = detail.firstIndex(of: "("), let end = detail.firstRange(of: ")=("), start < end.lowerBound
            else { return [] }
            return detail[detail.index(after: start)..<end.lowerBound].split(separator: ", ").map(String.init)
        }
    }
#endif
