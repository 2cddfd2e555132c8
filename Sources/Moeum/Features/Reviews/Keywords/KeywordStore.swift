import Foundation

/// Keywords; few enough to be read all at once.
extension Transaction {
    /// The keywords that a form offers for a kind of place, positive ones first.
    func offeredKeywords(for kind: Place.Kind) throws -> [Keyword] {
        try rows(
            """
            SELECT \(Keyword.columns) FROM keywords k WHERE k.kind = \(kind.rawValue) AND k.retired_at IS NULL
            ORDER BY k.tone DESC, k.position, k.id
            """
        ).map(Keyword.init)
    }

    /// All keywords, retired ones too, in the order of the form.
    func allKeywords() throws -> [Keyword] {
        try rows(
            "SELECT \(Keyword.columns) FROM keywords k ORDER BY k.kind DESC, k.tone DESC, k.position, k.id"
        ).map(Keyword.init)
    }

    func keyword(_ id: Keyword.ID) throws -> Keyword? {
        try first("SELECT \(Keyword.columns) FROM keywords k WHERE k.id = \(id)", Keyword.init)
    }

    /// The keywords of each of these reviews, in order.
    func keywords(of reviews: [Review.ID]) throws -> [Review.ID: [Keyword]] {
        let pairs = try rows(
            """
            SELECT \(Keyword.columns), r.review_id FROM review_keywords r JOIN keywords k ON k.id = r.keyword_id
            WHERE r.review_id IN \(list: reviews) ORDER BY k.tone DESC, k.position, k.id
            """
        ).map { (try $0.id(7) as Review.ID, try Keyword($0)) }
        return Dictionary(grouping: pairs, by: \.0).mapValues { $0.map(\.1) }
    }

    /// Adds a keyword after the others of its kind and tone. Throws a unique violation where a name is taken.
    func addKeyword(
        _ names: Keyword.Names,
        _ kind: Place.Kind,
        _ tone: Keyword.Tone,
        as id: Keyword.ID = .next(),
        at now: Date
    ) throws {
        try execute(
            """
            INSERT INTO keywords (id, kind, tone, name_ko, name_en, position, created_at)
            VALUES (\(id), \(kind.rawValue), \(tone.rawValue), \(names.korean), \(names.english),
                (SELECT COALESCE(MAX(position), 0) + 1 FROM keywords
                    WHERE kind = \(kind.rawValue) AND tone = \(tone.rawValue)),
                \(now.milliseconds))
            """
        )
    }

    /// Removes a keyword that was added by mistake; 409 where a review has it.
    func removeKeyword(_ id: Keyword.ID) throws {
        let isUsed =
            try first("SELECT 1 FROM review_keywords WHERE keyword_id = \(id) LIMIT 1") { try $0.int(0) } != nil
        if isUsed { throw Problem.cannotRevert }
        try execute("DELETE FROM keywords WHERE id = \(id)")
    }

    func renameKeyword(_ id: Keyword.ID, to names: Keyword.Names) throws {
        try execute(
            """
            UPDATE keywords SET name_ko = \(names.korean), name_en = \(names.english), rev = rev + 1
            WHERE id = \(id)
            """
        )
    }

    /// Retires a keyword or offers it again; reviews that have it keep it.
    func retireKeyword(_ id: Keyword.ID, at time: Date?) throws {
        try execute("UPDATE keywords SET retired_at = \(time?.milliseconds), rev = rev + 1 WHERE id = \(id)")
    }

    /// The offered keywords of the same kind and tone.
    func offeredKeywords(like keyword: Keyword) throws -> [Keyword] {
        try offeredKeywords(for: keyword.kind).filter { $0.tone == keyword.tone }
    }

    /// Orders keywords of one kind and tone.
    func orderKeywords(_ ids: [Keyword.ID]) throws {
        for (position, id) in ids.enumerated() {
            try execute("UPDATE keywords SET position = \(position + 1) WHERE id = \(id)")
        }
    }
}

extension Keyword {
    /// Of `keywords k`.
    static let columns: SQL = "k.id, k.kind, k.tone, k.name_ko, k.name_en, k.rev, k.retired_at IS NOT NULL"

    /// From its columns.
    init(_ row: any Row) throws {
        guard let tone = Tone(rawValue: try row.string(2)) else {
            throw DatabaseError.decoding(column: 2, expected: "a tone")
        }
        self.init(
            id: try row.id(0),
            kind: try Place.Kind(column: 1, of: row),
            tone: tone,
            names: Names(storedKorean: try row.string(3), english: try row.string(4)),
            rev: try row.int(5),
            isRetired: try row.bool(6)
        )
    }
}
