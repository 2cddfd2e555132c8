#if Postgres
    import Synchronization

    /// The tables and columns of a PostgreSQL database, found in the words of statements: a statement can read and change no
    /// other tables than those that it names, and those that follow by a foreign key.
    final class PostgresCatalog: Sendable {
        /// One column of a table, and a table whose rows a foreign key changes or deletes with the table's.
        struct Entry {
            let table: String
            let column: String
            let follower: String?
            /// Whether the server works it out from other columns.
            let isGenerated: Bool
        }

        /// What a statement reads and changes.
        struct Use {
            var read = ColumnSet.none
            var written = ColumnSet.none
            /// Whether the server's count of its rows says if it changed any: the parts of a `WITH` are not counted.
            var isCounted = true
        }

        fileprivate struct Tables {
            var columns: [String: Set<String>] = [:]
            var followers: [String: Set<String>] = [:]
            /// Those with columns that change with others.
            var generating: Set<String> = []
        }

        private let tables = Mutex<Tables?>(nil)

        /// Of a statement after a change of the tables in the same transaction, anything.
        func use(in statement: String) -> Use {
            let words = Set(statement.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
            if !words.isDisjoint(with: ["CREATE", "ALTER", "DROP"]) {
                forget()
                return Use(written: .all, isCounted: false)
            }
            let changes = !words.isDisjoint(with: ["INSERT", "UPDATE", "DELETE", "TRUNCATE", "MERGE"])
            guard let tables = tables.withLock({ $0 }) else { return Use(read: .all, written: changes ? .all : .none) }
            let namesAll = statement.contains("*")
            var use = Use(isCounted: words.isDisjoint(with: ["WITH", "TRUNCATE"]))
            for (table, columns) in tables.columns where words.contains(table) {
                use.read.formUnion(.rows(of: table))
                for column in columns where namesAll || words.contains(column) {
                    use.read.formUnion(.column(column, of: table))
                }
            }
            if !words.isDisjoint(with: ["INSERT", "DELETE", "TRUNCATE", "MERGE"]) {
                for table in tables.withFollowers(words) { use.written.formUnion(.rows(of: table)) }
            } else if words.contains("UPDATE") {
                for (table, columns) in tables.columns where words.contains(table) {
                    let changed = tables.generating.contains(table) ? columns : columns.intersection(words)
                    for column in changed { use.written.formUnion(.column(column, of: table)) }
                }
            }
            return use
        }

        /// The names as the payload of a notification has them, and back.
        static func payload(_ columns: ColumnSet) -> String {
            let names = columns == .all ? "*" : columns.names.joined(separator: ",")
            // The server takes less than 8,000 bytes.
            return names.utf8.count < 7_900 ? names : "*"
        }

        static func columns(ofPayload payload: String) -> ColumnSet {
            guard payload != "*" else { return .all }
            return payload.split(separator: ",").reduce(into: .none) { $0.formUnion(ColumnSet(named: String($1))) }
        }

        /// The tables are others now.
        func forget() { tables.withLock { $0 = nil } }

        /// Reads the tables where they are not known. Outside of transactions: inside, it would fix the snapshot before a lock
        /// is waited for.
        func prepare(_ load: () throws -> [Entry]) rethrows {
            if tables.withLock({ $0 != nil }) { return }
            var fresh = Tables()
            for entry in try load() {
                fresh.columns[entry.table, default: []].insert(entry.column)
                if entry.isGenerated { fresh.generating.insert(entry.table) }
                if let follower = entry.follower { fresh.followers[entry.table, default: []].insert(follower) }
            }
            tables.withLock { [fresh] in $0 = fresh }
        }
    }

    extension PostgresCatalog.Tables {
        /// Those of the words that are tables, and those that follow them, and those that follow these.
        fileprivate func withFollowers(_ words: Set<String>) -> Set<String> {
            var found = words.intersection(columns.keys)
            var new = found
            while !new.isEmpty {
                new = Set(new.flatMap { followers[$0] ?? [] }).subtracting(found)
                found.formUnion(new)
            }
            return found
        }
    }
#endif
