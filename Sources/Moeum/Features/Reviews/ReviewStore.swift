import Foundation

extension Transaction {
    /// The review with this id, shown or hidden.
    func review(_ id: Review.ID) throws -> Review? {
        try first("SELECT \(Review.columns) FROM reviews r WHERE r.id = \(id)", Review.init)
    }

    /// An account's review of a place.
    func review(of place: Place.ID, by account: Account.ID) throws -> Review? {
        try first(
            "SELECT \(Review.columns) FROM reviews r WHERE r.place_id = \(place) AND r.account_id = \(account)",
            Review.init
        )
    }

    /// Whether there once was a review with this id.
    func isRemovedReview(_ id: Review.ID) throws -> Bool {
        try first("SELECT 1 FROM removed_reviews WHERE id = \(id)") { try $0.int(0) } != nil
    }

    /// Ids of a review's keywords, in ascending order.
    func keywordIDs(of review: Review.ID) throws -> [Keyword.ID] {
        try rows("SELECT keyword_id FROM review_keywords WHERE review_id = \(review) ORDER BY keyword_id").map {
            try $0.id(0)
        }
    }

    /// Inserts a review and attaches its photos. It is hidden where it replaces one that staff hid.
    /// - Throws: `uniqueViolation` where the account has a review of the place.
    func insertReview(
        _ input: ReviewInput,
        by account: Account.ID,
        on place: Place.ID,
        at now: Date
    ) throws -> Review.ID {
        let id = Review.ID.next()
        // Deleting a review that staff hid does not undo the hiding.
        let hiddenAt = try first(
            """
            SELECT hidden_at FROM removed_reviews WHERE place_id = \(place) AND account_id = \(account)
            ORDER BY removed_at DESC, id DESC LIMIT 1
            """
        ) { try $0.int64(0) }
        try execute(
            """
            INSERT INTO reviews (id, place_id, account_id, stars, body, language, visited_on, is_visit_noted, created_at,
                hidden_at, is_shown)
            VALUES (\(id), \(place), \(account), \(input.stars), \(input.text.text), \(input.text.script.rawValue),
                \(input.visitedOn), \(input.isVisitNoted), \(now.milliseconds), \(hiddenAt), \(hiddenAt == nil))
            """
        )
        try setReviewKeywords(input.keywords, of: id)
        try attachPhotos(input.pictures, to: id, at: place, by: account)
        try recountPhotos(of: id)
        if hiddenAt == nil { try countRating(at: place, from: nil, to: input.stars) }
        return id
    }

    /// Edits a review and keeps the earlier version.
    /// - Parameter rev: the revision that the author's form began from.
    func updateReview(_ id: Review.ID, to input: ReviewInput, from rev: Int, at now: Date) throws -> Review.Change {
        guard let review = try review(id), let account = review.account else { return .gone }
        guard review.rev == rev else { return .stale(review) }
        let keywords = try keywordIDs(of: id)
        let pictures = try reviewPictures(of: id)
        let hasSameText =
            review.stars == input.stars && review.body == input.text.text && review.visitedOn == input.visitedOn
            && review.isVisitNoted == input.isVisitNoted
        if hasSameText, keywords == input.keywords, pictures == input.pictures { return .unchanged }
        try execute(
            """
            INSERT INTO review_versions (review_id, rev, stars, body, visited_on, keywords, pictures, written_at)
            VALUES (\(id), \(rev), \(review.stars), \(review.body), \(review.visitedOn),
                \(keywords.map(String.init).joined(separator: " ")), \(pictures.lines),
                \((review.editedAt ?? review.createdAt).milliseconds))
            """
        )
        try execute(
            """
            UPDATE reviews SET stars = \(input.stars), body = \(input.text.text),
                language = \(input.text.script.rawValue), visited_on = \(input.visitedOn),
                is_visit_noted = \(input.isVisitNoted), rev = \(rev + 1),
                edited_at = \(now.milliseconds)
            WHERE id = \(id)
            """
        )
        try setReviewKeywords(input.keywords, of: id)
        try attachPhotos(input.pictures, to: id, at: review.place, by: account)
        try recountPhotos(of: id)
        if review.isShown { try countRating(at: review.place, from: review.stars, to: input.stars) }
        return .saved
    }

    /// Deletes a review with its photos, votes and earlier versions; only its id is kept.
    /// - Returns: whether there was one.
    @discardableResult
    func deleteReview(_ id: Review.ID, at now: Date) throws -> Bool {
        guard let review = try review(id) else { return false }
        try attachPhotos([], to: id, at: review.place, by: review.account)
        try recountPhotos(of: id)
        if review.isShown { try countRating(at: review.place, from: review.stars, to: nil) }
        try withdrawCards(where: "review_id = \(id)", at: now)
        try execute("DELETE FROM reviews WHERE id = \(id)")
        try execute(
            """
            INSERT INTO removed_reviews (id, place_id, account_id, hidden_at, removed_at)
            VALUES (\(id), \(review.place), \(review.hiddenAt == nil ? nil : review.account),
                \(review.account == nil ? nil : review.hiddenAt?.milliseconds), \(now.milliseconds))
            ON CONFLICT (id) DO NOTHING
            """
        )
        // A repeated form of the deleted review must not be answered as published.
        if let account = review.account {
            try deleteIdempotencyKeys(leadingTo: Review.path(id, at: review.place), of: account)
        }
        return true
    }

    /// Removes an account's reviews, photos and votes when it is deleted. Reviews that it wants to keep stay without a name and
    /// without earlier versions.
    func leaveReviews(of account: Account.ID, as wish: Withdrawal.Reviews?, at now: Date) throws {
        try execute(
            """
            UPDATE reviews SET helpful_count = helpful_count - 1
            WHERE id IN (SELECT review_id FROM review_votes WHERE account_id = \(account))
            """
        )
        try execute("DELETE FROM review_votes WHERE account_id = \(account)")
        try execute("DELETE FROM photos WHERE account_id = \(account) AND review_id IS NULL")
        switch wish {
        case .anonymise:
            try execute(
                """
                DELETE FROM review_versions
                WHERE review_id IN (SELECT id FROM reviews WHERE account_id = \(account))
                """
            )
        case .delete, nil: for id in try reviewIDs(of: account) { try deleteReview(id, at: now) }
        }
    }

    /// A review's photos as a form sends them.
    func reviewPictures(of review: Review.ID) throws -> [AttachedPhoto] {
        try rows(
            "SELECT id, alt, photo_kind FROM photos WHERE review_id = \(review) ORDER BY position, id"
        ).map { row in
            AttachedPhoto(id: try row.id(0), alt: try row.string(1), kind: try row.optionalString(2) ?? "")
        }
    }

    /// Attaches exactly these photos to a review and removes its others. Only photos that the account uploaded and that are in
    /// no other review are attached. `recountPhotos` then makes them public.
    func attachPhotos(
        _ pictures: [AttachedPhoto],
        to review: Review.ID,
        at place: Place.ID,
        by account: Account.ID?
    ) throws {
        try execute(
            "DELETE FROM photos WHERE review_id = \(review) AND id NOT IN \(list: pictures.map(\.id) + [.absent])"
        )
        for (position, picture) in pictures.enumerated() {
            try execute(
                """
                UPDATE photos SET review_id = \(review), place_id = \(place), position = \(position),
                    alt = \(picture.alt), photo_kind = \(picture.kind.isEmpty ? nil : picture.kind),
                    kind = (SELECT p.kind FROM places p WHERE p.id = \(place)),
                    district = (SELECT p.district FROM places p WHERE p.id = \(place))
                WHERE id = \(picture.id) AND account_id = \(account) AND entry_id IS NULL
                    AND (review_id IS NULL OR review_id = \(review))
                """
            )
        }
    }

    /// Keywords of the place's kind that are offered or already on the review.
    private func setReviewKeywords(_ keywords: [Keyword.ID], of review: Review.ID) throws {
        try execute(
            "DELETE FROM review_keywords WHERE review_id = \(review) AND keyword_id NOT IN \(list: keywords + [.absent])"
        )
        try execute(
            """
            INSERT INTO review_keywords (review_id, keyword_id)
            SELECT r.id, k.id FROM keywords k, reviews r JOIN places p ON p.id = r.place_id
            WHERE r.id = \(review) AND k.kind = p.kind AND k.id IN \(list: keywords) AND k.retired_at IS NULL
            ON CONFLICT (review_id, keyword_id) DO NOTHING
            """
        )
    }
}

extension Review {
    /// Its address in the list of its place.
    static func path(_ id: ID, at place: Place.ID) -> String { "/places/\(place)#r\(id)" }

    /// The result of an edit.
    enum Change: Sendable, Equatable {
        case saved
        case unchanged
        /// Somebody edited the review meanwhile; this is the present one.
        case stale(Review)
        case gone
    }

    /// Of `reviews r`.
    static let columns: SQL = """
        r.id, r.place_id, r.account_id, r.stars, r.body, r.visited_on, r.rev, r.created_at, r.edited_at, r.hidden_at,
        r.hidden_for_reason_at, r.is_visit_noted
        """

    /// From its columns.
    init(_ row: any Row) throws {
        self.init(
            id: try row.id(0),
            place: try row.id(1),
            account: try row.optionalID(2),
            stars: try row.int(3),
            body: try row.string(4),
            visitedOn: try row.optionalString(5),
            isVisitNoted: try row.bool(11),
            rev: try row.int(6),
            createdAt: try row.date(7),
            editedAt: try row.optionalDate(8),
            hiddenAt: try row.optionalDate(9),
            hiddenForReasonAt: try row.optionalDate(10)
        )
    }
}
