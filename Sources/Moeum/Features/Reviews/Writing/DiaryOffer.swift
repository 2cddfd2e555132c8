/// An own diary entry about the place of a review, with what can be taken from it.
struct DiaryOffer: ViewModel {
    let entry: DiaryEntry
    let photos: String?

    struct Paragraph: ViewModel {
        let value: String
        let words: String

        static let fields: [Field<Paragraph>] = [
            .text("value") { $0.value },
            .text("words") { $0.words },
        ]
    }

    private var paragraphs: [Paragraph] {
        DiarySelection.paragraphs(of: entry).enumerated().map { index, words in
            Paragraph(value: DiarySelection.Item.paragraph(entry.id, index: index).value, words: words)
        }
    }

    static let fields: [Field<DiaryOffer>] = [
        .text("id") { String($0.entry.id) },
        .text("day") { $0.entry.day },
        .text("title") { $0.entry.title },
        .integer("photoCount") { $0.entry.photoCount },
        .list("paragraphs") { $0.paragraphs },
        .text("dayValue") { DiarySelection.Item.day($0.entry.id).value }.viewOnly,
        .text("photosText") { $0.photos }.viewOnly,
        .text("photosValue") { DiarySelection.Item.photos($0.entry.id).value }.viewOnly,
    ]
}

extension ReviewFormBuilder {
    func diaryOffers(of account: Account.ID, at place: Place.ID, _ transaction: Transaction) throws -> [DiaryOffer] {
        try transaction.diaryEntries(of: account, at: place, limit: DiarySelection.maxEntries).map { entry in
            DiaryOffer(
                entry: entry,
                photos: entry.photoCount == 0
                    ? nil : text("review-form.diary-photos", ["count": .integer(entry.photoCount)])
            )
        }
    }
}
