import Foundation

/// What cards are made of, for the person alone whose it is.
extension Transaction {
    /// - Throws: not found for what is not the account's; gone for an entry in the trash.
    func cardMaterial(of source: CardSource, for id: Account.ID) throws -> CardMaterial {
        guard let account = try account(id) else { throw Problem.notFound }
        let found: CardMaterial? =
            switch source {
            case .entry(let id): try entryMaterial(id, account)
            case .visit(let id): try visitMaterial(id, account)
            case .review(let id): try reviewMaterial(id, account)
            }
        guard let found else { throw Problem.notFound }
        return found
    }

    private func entryMaterial(_ id: DiaryEntry.ID, _ account: Account) throws -> CardMaterial? {
        guard let entry = try diaryEntry(id, of: account.id) else { return nil }
        if entry.deletedAt != nil { throw DiaryEntryRoutes.deleted }
        return CardMaterial(
            source: .entry(id),
            nickname: account.nickname,
            place: try entry.place.flatMap { try place($0) },
            placeName: entry.placeName,
            day: entry.day,
            weather: entry.weather,
            title: entry.title,
            text: entry.text,
            hasMinute: entry.minute != nil,
            photos: try cardPhotos(where: "h.entry_id = \(id)")
        )
    }

    private func visitMaterial(_ id: Visit.ID, _ account: Account) throws -> CardMaterial? {
        guard let visit = try visit(id, of: account.id), let place = try place(visit.place) else { return nil }
        return CardMaterial(
            source: .visit(id),
            nickname: account.nickname,
            place: place,
            placeName: place.name,
            day: visit.on
        )
    }

    private func reviewMaterial(_ id: Review.ID, _ account: Account) throws -> CardMaterial? {
        guard let review = try review(id), review.account == account.id, let place = try place(review.place) else {
            return nil
        }
        return CardMaterial(
            source: .review(id),
            nickname: account.nickname,
            place: place,
            placeName: place.name,
            day: review.visitedOn,
            stars: review.stars,
            title: DiaryText.title(of: review.body),
            text: review.body,
            photos: try cardPhotos(where: "h.review_id = \(id) AND h.is_shown = 1")
        )
    }

    /// - Parameter condition: on `photos h`.
    func cardPhotos(where condition: SQL) throws -> [CardMaterial.Photo] {
        try rows(
            """
            SELECT h.id, h.name, b.width, b.height, h.alt, b.hash, b.file
            FROM photos h JOIN photo_blobs b ON b.hash = h.blob_hash WHERE \(condition) ORDER BY h.position, h.id
            """
        ).map { row in
            CardMaterial.Photo(
                id: try row.id(0),
                files: PhotoFiles(name: try row.string(1), width: try row.int(2), height: try row.int(3)),
                alt: try row.string(4),
                hash: try row.string(5),
                file: try row.string(6)
            )
        }
    }
}
