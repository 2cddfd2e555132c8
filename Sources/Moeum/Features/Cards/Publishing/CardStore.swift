import Foundation

extension Transaction {
    // MARK: Reading

    /// A public card by the end of its link; nil where there never was one, or where its maker leaves or is suspended.
    func card(token: String, at now: Date) throws -> Card? {
        try first(
            """
            \(cardQuery) JOIN accounts a ON a.id = c.account_id AND \(isNamedAuthor(at: now))
            WHERE c.token = \(token)
            """,
            Self.decodeCard
        )
    }

    /// A card of the account, hidden or not.
    func card(_ id: Card.ID, of account: Account.ID) throws -> Card? {
        try first("\(cardQuery) WHERE c.id = \(id) AND c.account_id = \(account)", Self.decodeCard)
    }

    func card(_ id: Card.ID) throws -> Card? { try first("\(cardQuery) WHERE c.id = \(id)", Self.decodeCard) }

    /// The card that a form has made before.
    func card(once key: String, of account: Account.ID) throws -> Card? {
        try first("\(cardQuery) WHERE c.account_id = \(account) AND c.once = \(key)", Self.decodeCard)
    }

    /// An account's public cards, latest first.
    func cards(of account: Account.ID) throws -> [Card] {
        try rows(
            """
            \(cardQuery) WHERE c.account_id = \(account) AND c.withdrawn_at IS NULL ORDER BY c.id DESC
            LIMIT \(Card.maxCount)
            """
        ).map(Self.decodeCard)
    }

    /// Those of these keys of pictures that a public card has.
    func publicCardKeys(among keys: [String]) throws -> Set<String> {
        Set(
            try rows(
                "SELECT picture FROM cards WHERE picture IN \(list: keys) AND withdrawn_at IS NULL ORDER BY picture"
            ).map { try $0.string(0) }
        )
    }

    private var cardQuery: SQL {
        """
        SELECT c.id, c.token, c.account_id, c.entry_id, c.visit_id, c.review_id, c.place_id, c.photo_id, c.blob_hash, c.look,
            c.subject, c.name, c.place, c.line, c.date, c.brand, c.weather_provider, c.alt, c.created_at, c.hidden_at,
            c.withdrawn_at, h.name, b.width, b.height, h.alt, b.file,
            CASE WHEN c.hidden_for_reason_at IS NULL AND (c.entry_id IS NULL OR EXISTS (
                    SELECT 1 FROM diary_entries e WHERE e.id = c.entry_id AND e.deleted_at IS NULL))
                AND (c.review_id IS NULL OR EXISTS (SELECT 1 FROM reviews r WHERE r.id = c.review_id AND r.is_shown = 1))
                AND (c.blob_hash IS NULL OR (h.hidden_at IS NULL AND h.hidden_for_reason_at IS NULL
                    AND (h.entry_id = c.entry_id OR h.review_id = c.review_id)))
                THEN 1 ELSE 0 END
        FROM cards c LEFT JOIN photos h ON h.id = c.photo_id LEFT JOIN photo_blobs b ON b.hash = h.blob_hash
        """
    }

    private static func decodeCard(_ row: any Row) throws -> Card {
        let entry: DiaryEntry.ID? = try row.optionalID(3)
        let visit: Visit.ID? = try row.optionalID(4)
        let review: Review.ID? = try row.optionalID(5)
        let photo: CardMaterial.Photo? = try row.optionalString(21).map { name in
            CardMaterial.Photo(
                id: try row.id(7),
                files: PhotoFiles(name: name, width: try row.int(22), height: try row.int(23)),
                alt: try row.string(24),
                hash: try row.string(8),
                file: try row.string(25)
            )
        }
        return Card(
            id: try row.id(0),
            token: try row.string(1),
            account: try row.id(2),
            source: entry.map(CardSource.entry) ?? visit.map(CardSource.visit) ?? review.map(CardSource.review),
            place: try row.optionalID(6),
            plan: CardPlan(
                look: CardLook(rawValue: try row.string(9)) ?? .words,
                subject: CardSubject(rawValue: try row.string(10)) ?? .words,
                words: CardWords(
                    name: try row.string(11),
                    place: try row.string(12),
                    line: try row.string(13),
                    date: try row.string(14),
                    brand: try row.string(15)
                ),
                photo: photo
            ),
            weatherProvider: try row.optionalString(16).flatMap(WeatherProvider.init),
            alt: try row.string(17),
            createdAt: try row.date(18),
            hiddenAt: try row.optionalDate(19),
            withdrawnAt: try row.optionalDate(20),
            isAlive: try row.bool(26)
        )
    }

    // MARK: Writing

    /// Makes a card public; its words stay as they are now.
    func insertCard(_ card: Card, once key: String) throws {
        let (entry, visit, review): (DiaryEntry.ID?, Visit.ID?, Review.ID?) =
            switch card.source {
            case .entry(let id): (id, nil, nil)
            case .visit(let id): (nil, id, nil)
            case .review(let id): (nil, nil, id)
            case nil: (nil, nil, nil)
            }
        let (plan, words) = (card.plan, card.plan.words)
        try execute(
            """
            INSERT INTO cards (id, token, account_id, entry_id, visit_id, review_id, place_id, photo_id, blob_hash, picture, once,
                look, subject, name, place, line, date, brand, weather_provider, alt, created_at)
            VALUES (\(card.id), \(card.token), \(card.account), \(entry), \(visit), \(review), \(card.place),
                \(plan.photo?.id), \(plan.photo?.hash), \(plan.key), \(key), \(plan.look.rawValue), \(plan.subject.rawValue),
                \(words.name), \(words.place), \(words.line), \(words.date), \(words.brand),
                \(card.weatherProvider?.rawValue), \(card.alt), \(card.createdAt.milliseconds))
            """
        )
    }

    /// How many public cards an account has.
    func cardCount(of account: Account.ID) throws -> Int {
        try first("SELECT COUNT(*) FROM cards WHERE account_id = \(account) AND withdrawn_at IS NULL") { try $0.int(0) }
            ?? 0
    }

    /// Takes a card back: of what it said nothing is left, and its link says that it was taken back.
    func withdrawCard(_ id: Card.ID, at now: Date) throws { try withdrawCards(where: "id = \(id)", at: now) }

    /// Takes the cards of what is deleted back.
    /// - Parameter condition: on `cards`.
    func withdrawCards(where condition: SQL, at now: Date) throws {
        try execute(
            """
            UPDATE cards SET withdrawn_at = \(now.milliseconds), entry_id = NULL, visit_id = NULL, review_id = NULL,
                place_id = NULL, photo_id = NULL, blob_hash = NULL, picture = '', name = '', place = '', line = '', date = '', alt = '',
                weather_provider = NULL
            WHERE withdrawn_at IS NULL AND \(condition)
            """
        )
    }

    /// - Parameter since: the time of the earliest hidden reason; nil without any.
    func setCardHidden(card id: Card.ID, since: Date?) throws {
        try execute("UPDATE cards SET hidden_for_reason_at = \(since?.milliseconds) WHERE id = \(id)")
    }

    /// - Parameter hiddenAt: nil shows it again.
    func setCardHidden(_ id: Card.ID, at hiddenAt: Date?) throws {
        try execute("UPDATE cards SET hidden_at = \(hiddenAt?.milliseconds) WHERE id = \(id) AND withdrawn_at IS NULL")
    }

    func archivedCards(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .cards,
            """
            SELECT look, name, place, line, date, alt, hidden_at IS NOT NULL, created_at FROM cards
            WHERE account_id = \(account) AND withdrawn_at IS NULL ORDER BY id
            """
        )
    }
}
