extension Migration {
    /// How many bytes each account keeps, and how many it may. Triggers change the totals in the write of the rows that they
    /// count, and fail the write that goes past the limit: no code that writes can forget it.
    static let accountStorage = Migration(
        name: "118-account-storage",
        statements: [
            // Deleted before its account by a trigger, not with it by a reference: else PostgreSQL would change it once more for
            // each row that the account had, and the time to find it grows with the changes that one transaction made.
            """
            CREATE TABLE account_storage (
                account_id BIGINT PRIMARY KEY,
                bytes BIGINT NOT NULL DEFAULT 0
            )
            """,
            // One row, or none where there is no limit.
            "CREATE TABLE account_storage_limit (bytes BIGINT NOT NULL)",
        ],
        sqlite: triggers(.sqlite),
        postgres: triggers(.postgres)
    )

    /// What the account of a row of `account_storage` keeps, counted from its rows.
    package static func countedAccountBytes(_ dialect: Dialect) -> SQL { countedBytes(of: StoredTexts.all, dialect) }

    static func countedBytes(of tables: [StoredTexts], _ dialect: Dialect) -> SQL {
        let sums = tables.map { texts in
            let bytes = "(SELECT COALESCE(SUM(\(texts.bytes("r", dialect))), 0) FROM \(texts.table) r"
            guard let parent = texts.parent else { return "\(bytes) WHERE r.account_id = account_storage.account_id)" }
            let join = "JOIN \(parent.table) p ON p.id = r.\(parent.column)"
            return "\(bytes) \(join) WHERE p.account_id = account_storage.account_id)"
        }
        return SQL(stringLiteral: "(\(sums.joined(separator: " + ")))")
    }

    private static func triggers(_ dialect: Dialect) -> [SQL] {
        StorageTrigger.newAccount.statements(dialect) + StorageTrigger.goneAccount.statements(dialect)
            + StoredTexts.triggers(of: StoredTexts.first, dialect) + StorageTrigger.full.statements(dialect)
    }
}

/// Columns of a table whose bytes count as an account's. What can be undone for a day does not count: nobody's deleting may
/// fail because they have too much.
struct StoredTexts {
    let table: String
    /// The table that says whose a row is, and the column that names its row; nil where the row says it itself.
    var parent: (table: String, column: String)?
    let columns: [String]
    /// Whether the rows outlive their account, whose they then are no longer.
    var isLeft = false

    static var all: [StoredTexts] { first + later }

    /// Those of later migrations, which make their triggers with `triggers(of:)`.
    static let later: [StoredTexts] = []

    /// Those of this migration.
    static let first = [
        StoredTexts(table: "reviews", columns: ["body"], isLeft: true),
        StoredTexts(
            table: "review_versions",
            parent: ("reviews", "review_id"),
            columns: ["body", "keywords", "pictures"]
        ),
        StoredTexts(table: "review_drafts", columns: ["form"]),
        StoredTexts(table: "photos", columns: ["alt"], isLeft: true),
        StoredTexts(table: "favourites", columns: ["note"]),
        StoredTexts(table: "tags", columns: ["group_name", "value"]),
        StoredTexts(table: "lists", columns: ["title", "note"]),
        StoredTexts(table: "list_entries", parent: ("lists", "list_id"), columns: ["note"]),
        StoredTexts(table: "diary_entries", columns: ["place_name", "text"]),
        StoredTexts(table: "diary_versions", parent: ("diary_entries", "entry_id"), columns: ["text"]),
        StoredTexts(table: "cards", columns: ["name", "place", "line", "alt"]),
        StoredTexts(table: "saved_photos", columns: ["memo"]),
    ]

    /// The bytes of a row, in UTF-8; of a photo with its files.
    func bytes(_ row: String, _ dialect: Dialect) -> String {
        let texts = columns.map { column in
            dialect == .postgres ? "octet_length(\(row).\(column))" : "length(CAST(\(row).\(column) AS BLOB))"
        }
        let files = table == "photos" ? ["(SELECT b.bytes FROM photo_blobs b WHERE b.hash = \(row).blob_hash)"] : []
        return (texts + files).joined(separator: " + ")
    }

    /// The statements of a migration that counts tables from then on.
    static func triggers(of new: [StoredTexts], _ dialect: Dialect) -> [SQL] {
        all.flatMap { $0.triggers(dialect, with: Set(new.map(\.table))) }.flatMap { $0.statements(dialect) }
    }

    /// - Parameter added: the tables whose bytes they count; a parent's triggers also count those of its children.
    private func triggers(_ dialect: Dialect, with added: Set<String>) -> [StorageTrigger] {
        let (old, new) = (bytes("OLD", dialect), bytes("NEW", dialect))
        // A row that went with its parent is no longer anybody's here: the trigger before its parent's deletion has counted it.
        func owner(_ row: String) -> String {
            guard let parent else { return "\(row).account_id" }
            return "(SELECT p.account_id FROM \(parent.table) p WHERE p.id = \(row).\(parent.column))"
        }
        func change(_ bytes: String, of row: String) -> String {
            "UPDATE account_storage SET bytes = bytes \(bytes) WHERE account_id = \(owner(row))"
        }
        // One change for all rows of a statement, where the engine shows them: PostgreSQL keeps each change of the account's
        // total until its transaction is over, and passes them all to find the last.
        func total(_ sign: String, of row: String, _ event: String) -> StorageTrigger {
            let name = "\(table)_\(event == "INSERT" ? "added" : "deleted")"
            guard dialect == .postgres else {
                return StorageTrigger(
                    name: name,
                    event: "AFTER \(event) ON \(table)",
                    body: change("\(sign) (\(bytes(row, dialect)))", of: row)
                )
            }
            let sum = "SUM(\(bytes("r", dialect))) AS bytes"
            let sums = "SELECT \(owner("r")) AS account_id, \(sum) FROM changed_rows r GROUP BY 1"
            return StorageTrigger(
                name: name,
                event: "AFTER \(event) ON \(table) REFERENCING \(row) TABLE AS changed_rows",
                isOfStatement: true,
                body: """
                    UPDATE account_storage s SET bytes = s.bytes \(sign) n.bytes FROM (\(sums)) n
                    WHERE s.account_id = n.account_id
                    """
            )
        }
        let columns = columns.joined(separator: ", ")
        let changed = self.columns.map { "NEW.\($0) <> OLD.\($0)" }.joined(separator: " OR ")
        let isNew = added.contains(table)
        let own = [
            total("+", of: "NEW", "INSERT"),
            StorageTrigger(
                name: "\(table)_changed",
                event: "AFTER UPDATE OF \(columns) ON \(table)",
                condition: changed,
                body: change("+ (\(new)) - (\(old))", of: "NEW")
            ),
            total("-", of: "OLD", "DELETE"),
        ]
        let children = Self.all.filter { $0.parent?.table == table }.enumerated().filter { added.contains($1.table) }
        let gone = children.map { index, child in
            let sum = "SELECT SUM(\(child.bytes("r", dialect))) FROM \(child.table) r"
            let isChild = "r.\(child.parent?.column ?? "") = OLD.id"
            return (index, change("- COALESCE((\(sum) WHERE \(isChild)), 0)", of: "OLD"))
        }
        let deleting = gone.map { index, body in
            StorageTrigger(name: "\(table)_deleting_\(index)", event: "BEFORE DELETE ON \(table)", body: body)
        }
        let left = (isNew ? [(0, change("- (\(old))", of: "OLD"))] : []) + gone.map { ($0 + 1, $1) }
        let leaving = (isLeft ? left : []).map { index, body in
            StorageTrigger(
                name: "\(table)_left_\(index)",
                event: "AFTER UPDATE OF account_id ON \(table)",
                condition: "OLD.account_id IS NOT NULL AND NEW.account_id IS NULL",
                body: body
            )
        }
        return (isNew ? own : []) + deleting + leaving
    }
}

private struct StorageTrigger {
    let name: String
    /// When and on what, in words of SQL.
    let event: String
    var condition: String?
    /// Once for all rows of a statement; else once a row.
    var isOfStatement = false
    /// One statement.
    let body: String

    static let newAccount = StorageTrigger(
        name: "accounts_added",
        event: "AFTER INSERT ON accounts",
        body: "INSERT INTO account_storage (account_id) VALUES (NEW.id)"
    )
    static let goneAccount = StorageTrigger(
        name: "accounts_deleted",
        event: "BEFORE DELETE ON accounts",
        body: "DELETE FROM account_storage WHERE account_id = OLD.id"
    )
    static let full = StorageTrigger(
        name: "full",
        event: "AFTER UPDATE OF bytes ON account_storage",
        condition: "NEW.bytes > OLD.bytes",
        body: ""
    )

    func statements(_ dialect: Dialect) -> [SQL] { texts(dialect).map { SQL(stringLiteral: $0) } }

    private func texts(_ dialect: Dialect) -> [String] {
        let name = "account_storage_\(name)"
        let passed = "FROM account_storage_limit l WHERE l.bytes < NEW.bytes"
        switch dialect {
        case .sqlite:
            let full = "SELECT RAISE(ABORT, '\(DatabaseError.accountIsFull)') \(passed)"
            let condition = condition.map { " WHEN \($0)" } ?? ""
            return ["CREATE TRIGGER \(name) \(event)\(condition) BEGIN \(body.isEmpty ? full : body); END"]
        case .postgres:
            let full = """
                IF EXISTS (SELECT 1 \(passed)) THEN RAISE EXCEPTION '\(DatabaseError.accountIsFull)'
                USING ERRCODE = 'configuration_limit_exceeded'; END IF
                """
            // What comes back from a trigger before a deletion lets it happen; from one after it nothing is asked.
            let end = event.hasPrefix("BEFORE DELETE") ? "RETURN OLD" : "RETURN NULL"
            let condition = condition.map { " WHEN (\($0))" } ?? ""
            let level = isOfStatement ? "STATEMENT" : "ROW"
            return [
                """
                CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN \(body.isEmpty ? full : body); \(end); END $$
                """,
                "CREATE TRIGGER \(name) \(event) FOR EACH \(level)\(condition) EXECUTE FUNCTION \(name)()",
            ]
        }
    }
}
