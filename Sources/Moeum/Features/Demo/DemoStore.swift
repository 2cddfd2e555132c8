import Foundation

/// Inserts rows for load tests, many in one statement.
extension Transaction {
    private static let rowsPerStatement = 200

    func hasNoAccounts() throws -> Bool { try first("SELECT 1 FROM accounts LIMIT 1") { try $0.int(0) } == nil }

    /// Every place, with the usual tags of a favourite.
    func demoPlaces(_ districts: Districts) throws -> [DemoPlace] {
        // Shared by all places of a district and type, of which there may be a million.
        var usual: [[String]: [Tag]] = [:]
        return try rows("SELECT id, kind, district, category FROM places ORDER BY id").map { row in
            let (slug, type) = (try row.string(2), try row.string(3))
            let tags =
                usual[[slug, type]] ?? UsualTags.of(district: districts[slug: slug]?.shortName ?? slug, type: type)
            usual[[slug, type]] = tags
            return DemoPlace(place: try row.id(0), kind: try Place.Kind(column: 1, of: row), usualTags: tags)
        }
    }

    func demoKeywords() throws -> [Keyword] {
        try rows(
            "SELECT \(Keyword.columns) FROM keywords k WHERE k.retired_at IS NULL ORDER BY k.kind, k.position, k.id"
        ).map(Keyword.init)
    }

    func insertDemoRows(_ people: [DemoPeople.Person]) throws {
        let columns: SQL = """
            INSERT INTO accounts (id, email, email_key, nickname, nickname_key, language, created_at, verified_at) VALUES
            """
        try insertDemoRows(people, columns) { person in
            """
            (\(person.id), \(person.email), \(person.email), \(person.nickname), \(Nickname.key(person.nickname)),
             \(person.language.rawValue), \(person.createdAt.milliseconds), \(person.createdAt.milliseconds))
            """
        }
    }

    /// - Parameter reviews: the counts of their places are not changed.
    func insertDemoRows(_ reviews: [DemoReviews.Entry]) throws {
        let columns: SQL = """
            INSERT INTO reviews (id, place_id, account_id, stars, body, language, visited_on, helpful_count, created_at)
            VALUES
            """
        try insertDemoRows(reviews, columns) { review in
            """
            (\(review.id), \(review.place), \(review.account), \(review.stars), \(review.body),
             \(review.script.rawValue), \(review.visitedOn), \(review.voters.count), \(review.createdAt.milliseconds))
            """
        }
        let keywords = reviews.flatMap { review in review.keywords.map { (review: review.id, keyword: $0) } }
        try insertDemoRows(keywords, "INSERT INTO review_keywords (review_id, keyword_id) VALUES") {
            "(\($0.review), \($0.keyword))"
        }
        let votes = reviews.flatMap { review in review.voters.map { (review: review, voter: $0) } }
        try insertDemoRows(votes, "INSERT INTO review_votes (review_id, account_id, created_at) VALUES") { vote in
            "(\(vote.review.id), \(vote.voter), \(vote.review.createdAt.milliseconds))"
        }
    }

    /// Publishes one more invented review as the site does, with all counts.
    /// - Parameter number: determines stars and keywords.
    package func publishDemoReview(_ number: Int, by account: Account.ID, on place: Place.ID, at now: Date) throws
        -> Review.ID
    {
        var generator = SeededGenerator(state: UInt64(number))
        let stars = 2 + number % 4
        let script: ReviewText.Script = number.isMultiple(of: 5) ? .english : .korean
        let (body, today) = (DemoTexts.body(stars, .restaurant, script, &generator), SeoulTime(now).isoDay)
        let form = ReviewForm(rating: "\(stars)", body: body, visitedOn: today)
        return try insertReview(ReviewInput(form, today: today), by: account, on: place, at: now)
    }

    func insertDemoFavourites(_ owner: DemoFavourites.Owner) throws {
        _ = try insertFavourites(owner.favourites, by: owner.account)
        let columns: SQL = "INSERT INTO visits (id, account_id, place_id, visited_on, created_at) VALUES"
        try insertDemoRows(owner.visits, columns) { visit, time in
            "(\(visit.id), \(owner.account), \(visit.place), \(visit.on), \(time.milliseconds))"
        }
        if let list = owner.list { try insertDemoList(list, by: owner.account) }
    }

    private func insertDemoList(_ list: DemoFavourites.ListEntry, by account: Account.ID) throws {
        try execute(
            """
            INSERT INTO lists (id, account_id, title, note, visibility, entry_count, created_at, changed_at)
            VALUES (\(list.id), \(account), \(list.details.title), \(list.details.note),
                \(list.details.visibility.rawValue),
                \(list.places.count), \(list.at.milliseconds), \(list.at.milliseconds))
            """
        )
        let columns: SQL = "INSERT INTO list_entries (list_id, place_id, position, note, added_by, added_at) VALUES"
        try insertDemoRows(Array(list.places.enumerated()), columns) { index, place in
            "(\(list.id), \(place), \(index + 1), '', \(account), \(list.at.milliseconds))"
        }
    }

    private func insertDemoRows<Element>(_ elements: [Element], _ beginning: SQL, _ values: (Element) -> SQL) throws {
        for start in stride(from: 0, to: elements.count, by: Self.rowsPerStatement) {
            let some = elements[start..<min(start + Self.rowsPerStatement, elements.count)].map(values)
            try execute("\(beginning) \(SQL.joined(some, separator: ", "))")
        }
    }
}
