import Foundation

/// Targets of reports, as readers see them.
extension Transaction {
    /// Nil where readers do not see the target.
    func reportSubject(_ target: AuditEntry.Target, at now: Date) throws -> ReportSubject? {
        switch target.kind {
        case .review: try target.reviewID.flatMap { try reviewSubject($0, at: now) }
        case .photo: try target.photoID.flatMap { try photoSubject($0, at: now) }
        case .card: try target.cardID.flatMap { try cardSubject($0, at: now) }
        case .user: try target.accountID.flatMap { try memberSubject($0, at: now) }
        case .place: try target.placeID.flatMap { try placeSubject($0) }
        default: nil
        }
    }

    /// The version of a target's content, so that what was approved takes no reports until it changes: the revision of a
    /// review, a hash of a photo's alternative text or of a profile's words; places have a single version.
    func contentVersion(of target: AuditEntry.Target) throws -> Int64 {
        switch target.kind {
        case .review: return Int64(try target.reviewID.flatMap { try review($0) }?.rev ?? 0)
        case .photo:
            return try first("SELECT alt FROM photos WHERE id = \(target.photoID) AND review_id IS NOT NULL") {
                try $0.string(0)
            }
            .map { Snapshot(body: $0).mark } ?? 0
        case .user:
            guard let account = try target.accountID.flatMap({ try account($0) }) else { return 0 }
            return Snapshot(nickname: account.nickname, body: account.bio).mark
        default: return 0
        }
    }

    /// The version that staff approved, where that was their last decision about the target.
    func approvedVersion(of target: AuditEntry.Target) throws -> Int64? {
        let last = try first(
            """
            SELECT \(Self.outcomeOfCase), c.target_rev FROM report_cases c
            WHERE c.target_kind = \(target.kind.rawValue) AND c.target_id = \(target.id) AND c.closed_at IS NOT NULL
            ORDER BY c.closed_at DESC, c.id DESC LIMIT 1
            """
        ) { (outcome: try $0.optionalString(0), mark: try $0.optionalInt64(1)) }
        return last?.outcome == ReportCase.Outcome.approved.rawValue ? last?.mark : nil
    }

    private func reviewSubject(_ id: Review.ID, at now: Date) throws -> ReportSubject? {
        guard let review = try review(id), review.isShown else { return nil }
        let pictures = try shownPictures(where: "h.review_id = \(id)").map(\.picture)
        return try reportSubject(AuditEntry.Target.review(id), in: review, at: now) { nickname in
            Snapshot(
                nickname: nickname,
                stars: review.stars,
                body: review.body,
                visitedOn: review.visitedOn,
                pictures: pictures
            )
        }
    }

    private func photoSubject(_ id: Photo.ID, at now: Date) throws -> ReportSubject? {
        guard let photo = try shownPictures(where: "h.id = \(id)").first, let review = try review(photo.review) else {
            return nil
        }
        return try reportSubject(AuditEntry.Target.photo(id), in: review, at: now) { nickname in
            Snapshot(nickname: nickname, body: review.body, pictures: [photo.picture])
        }
    }

    /// - Parameter snapshot: made with the author's present nickname.
    private func reportSubject(
        _ target: AuditEntry.Target,
        in review: Review,
        at now: Date,
        _ snapshot: (String?) -> Snapshot
    ) throws -> ReportSubject {
        let author = try reportAuthor(review.account, at: now)
        return ReportSubject(
            target: target,
            account: review.account,
            place: review.place,
            placeName: try place(review.place)?.name,
            mark: try contentVersion(of: target),
            isNamed: author?.isNamed ?? false,
            snapshot: snapshot(author?.nickname)
        )
    }

    private func cardSubject(_ id: Card.ID, at now: Date) throws -> ReportSubject? {
        guard let card = try card(id), card.isPublic else { return nil }
        let author = try reportAuthor(card.account, at: now)
        guard author?.isNamed == true else { return nil }
        return ReportSubject(
            target: AuditEntry.Target.card(id),
            account: card.account,
            place: card.place,
            placeName: card.plan.words.name,
            mark: 0,
            // A card says its maker's name only where they wanted it.
            isNamed: false,
            snapshot: Snapshot(nickname: author?.nickname, body: card.text, pictures: card.snapshotPictures)
        )
    }

    private func memberSubject(_ id: Account.ID, at now: Date) throws -> ReportSubject? {
        guard let member = try memberProfile(id, for: nil, at: now) else { return nil }
        let target = AuditEntry.Target.user(id)
        return ReportSubject(
            target: target,
            account: id,
            place: nil,
            placeName: nil,
            mark: try contentVersion(of: target),
            isNamed: true,
            snapshot: Snapshot(nickname: member.nickname, body: member.bio)
        )
    }

    private func placeSubject(_ id: Place.ID) throws -> ReportSubject? {
        guard let place = try place(id) else { return nil }
        let facts = [
            place.name, place.roadAddress, place.lotAddress, place.phone, place.menu, place.hoursText, place.link,
        ]
        return ReportSubject(
            target: AuditEntry.Target.place(id),
            account: nil,
            place: id,
            placeName: place.name,
            mark: 0,
            isNamed: false,
            snapshot: Snapshot(body: facts.compactMap(\.self).joined(separator: "\n"))
        )
    }

    private func reportAuthor(_ id: Account.ID?, at now: Date) throws -> (nickname: String, isNamed: Bool)? {
        guard let id else { return nil }
        return try first(
            "SELECT a.nickname, CASE WHEN \(isNamedAuthor(at: now)) THEN 1 ELSE 0 END FROM accounts a WHERE a.id = \(id)"
        ) { (try $0.string(0), try $0.bool(1)) }
    }

    /// - Parameter condition: on `photos h`.
    private func shownPictures(where condition: SQL) throws -> [(picture: Snapshot.Picture, review: Review.ID)] {
        try rows(
            """
            SELECT h.id, h.blob_hash, h.alt, h.name, b.width, b.height, h.review_id
            FROM photos h JOIN photo_blobs b ON b.hash = h.blob_hash
            WHERE \(condition) AND h.is_shown = 1 ORDER BY h.position, h.id
            """
        ).map { row in
            let files = PhotoFiles(name: try row.string(3), width: try row.int(4), height: try row.int(5))
            let picture = Snapshot.Picture(
                photo: try row.id(0),
                blob: try row.string(1),
                alt: try row.string(2),
                files: files
            )
            return (picture, try row.id(6))
        }
    }
}
