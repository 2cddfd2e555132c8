#if Postgres
    import CPostgreSQL

    /// Why a statement failed, and whether trying again makes sense.
    struct PostgresFailure: Error {
        /// The error for the caller.
        let error: DatabaseError
        /// The connection is lost; what was not committed is rolled back.
        let isLost: Bool
        /// Two transactions were in conflict; the same one may succeed when run again.
        let isConflict: Bool
        /// The server has dropped a statement or its tables changed; preparing it again helps.
        let isStale: Bool

        /// Reads the fields of a result (libpq 15, 34.3.2) and distinguishes SQLSTATEs (PostgreSQL 15, appendix A).
        /// - Parameter isLost: by the connection's own status.
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
                error = .failing("the connection to the database was lost: \(message)")
                return
            }
            let table = field("t") ?? ""
            switch state {
            case "23505":
                let columns = Self.columns(ofDetail: field("D") ?? "").map { "\(table).\($0)" }
                error = .uniqueViolation(columns.isEmpty ? field("n") ?? message : columns.joined(separator: ", "))
            case "23503": error = .foreignKeyViolation
            case "23502": error = .checkViolation("\(table).\(field("c") ?? "")")
            case "53400" where message == DatabaseError.accountIsFull: error = .accountFull
            case "23514": error = .checkViolation(field("n") ?? message)
            case "40001", "40P01", "57014", "55P03": error = .unavailable(message)
            default:
                // 25006, read-only: a server that has become a standby.
                let isResource = state.hasPrefix("53") || state.hasPrefix("58") || state == "25006"
                error = isResource ? .failing(message) : .statement(message)
            }
        }

        /// The columns `a, b` of `Key (a, b)=(1, 2) already exists.`, which has this form in every language of the server;
        /// SQLite names the columns too.
        private static func columns(ofDetail detail: String) -> [String] {
            guard let start = detail.firstIndex(of: "("), let end = detail.firstRange(of: ")=("), start < end.lowerBound
            else { return [] }
            return detail[detail.index(after: start)..<end.lowerBound].split(separator: ", ").map(String.init)
        }
    }
#endif
