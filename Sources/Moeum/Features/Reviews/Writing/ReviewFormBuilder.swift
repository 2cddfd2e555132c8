import Foundation

/// Makes the page of a review's form.
struct ReviewFormBuilder: Sendable, Localized {
    let app: App
    let language: Language
    let token: String?

    var views: Views { app.views }

    func page(_ state: ReviewFormState, by account: Account.ID, _ transaction: Transaction) throws -> ReviewFormPage {
        var review: Review?
        let placeID: Place.ID
        switch state.purpose {
        case .write(let place): placeID = place
        case .edit(let id):
            guard let found = try transaction.review(id) else { throw ReviewReadRoutes.gone }
            (review, placeID) = (found, found.place)
        }
        guard let place = try transaction.place(placeID) else { throw Problem.notFound }
        let form = state.form
        let own = try review.map { try transaction.keywords(of: [$0.id])[$0.id] ?? [] } ?? []
        let offered = try transaction.offeredKeywords(for: place.kind)
        let keywords = offered + own.filter { keyword in !offered.contains { $0.id == keyword.id } }
        let known = try transaction.formPhotos(form.pictures.map(\.id), of: account, in: review?.id)
        let photos = photos(form.pictures, known, at: place.kind, state.errors)
        let errorTexts = errorTexts(state)
        let photoErrors = state.fileErrors.map { $0.message(most: Review.maxPhotos, app, language) }
        let formView = ReviewFormView(
            place: place.id,
            account: account,
            state: state,
            // The key that came with the form is kept, so that nothing is published twice.
            idempotencyKey: state.purpose.isEdit ? nil : state.idempotencyKey ?? SystemRandom.name(),
            token: token,
            stars: Review.starRange.map { value in
                StarChoice(
                    value: value,
                    label: text("review-form.stars", ["count": .integer(value)]),
                    isChosen: form.rating == String(value)
                )
            },
            keywords: keywords.enumerated().map { index, keyword in
                KeywordChoice(
                    keyword: keyword,
                    name: keyword.name(language),
                    isChosen: form.keywords.contains(keyword.id),
                    isFirst: index == 0
                )
            },
            photos: photos,
            photoKinds: photoKinds(at: place.kind),
            diary: try diaryOffers(of: account, at: place.id, transaction),
            notedDays: try notedDays(of: account, at: place.id, transaction),
            draftRev: try transaction.reviewDraft(of: account, at: place.id)?.rev,
            today: SeoulTime(app.clock()).isoDay,
            words: errorTexts,
            photoErrors: photoErrors,
            summary: summary(errorTexts, photoErrors, photos)
        )
        return ReviewFormPage(
            place: ReviewedPlace(place: place),
            formView: formView,
            notice: state.notice.map(notice),
            draftSavedAt: state.draftSavedAt,
            existing: try state.showsExisting ? review.map { try asItIs($0, own, at: place.kind, transaction) } : nil
        )
    }

    private func diaryOffers(
        of account: Account.ID,
        at place: Place.ID,
        _ transaction: Transaction
    ) throws -> [DiaryOffer] {
        try transaction.diaryEntries(of: account, at: place, limit: DiarySelection.maxEntries).map { entry in
            let photos = text("review-form.diary-photos", ["count": .integer(entry.photoCount)])
            return DiaryOffer(entry: entry, photos: entry.photoCount == 0 ? nil : photos)
        }
    }

    /// The latest days that an author may call noted, in words; nil where there is none.
    private func notedDays(of account: Account.ID, at place: Place.ID, _ transaction: Transaction) throws -> String? {
        let days = try transaction.notedVisitDays(of: account, at: place).prefix(3)
            .compactMap { SeoulTime.text(forDay: $0, withDay: true, language) }
        return days.isEmpty ? nil : days.joined(separator: ", ")
    }

    /// The errors in words, by field.
    private func errorTexts(_ state: ReviewFormState) -> [String: String] {
        let length = ReviewText.length(of: state.form.body)
        var arguments: [String: FieldValue] = [
            "minimum": .integer(ReviewText.lengths.lowerBound), "maximum": .integer(ReviewText.lengths.upperBound),
            "length": .integer(length), "minutes": .integer(RateLimit.minutes(state.retryAfter ?? 0)),
            "hours": .integer(NewAccountLimits.hours(state.retryAfter ?? 0)),
            "mostKeywords": .integer(Review.maxKeywords), "mostPhotos": .integer(Review.maxPhotos),
            "longestAlt": .integer(AlternativeText.maxLength),
        ]
        arguments["count"] = .integer(
            length < ReviewText.lengths.lowerBound
                ? ReviewText.lengths.lowerBound - length : max(1, length - ReviewText.lengths.upperBound)
        )
        arguments.merge(app.storageArguments(language)) { $1 }
        let texts = FormTexts(views: views, language: language, arguments: arguments)
        return Dictionary(
            uniqueKeysWithValues: state.errors.map { field, code in
                (field, texts.errorText(code, of: "review-\(field.replacing("_", with: "-"))", [:]))
            }
        )
    }

    private static let order = ["rating", "diary", "body", "visited_on", "visit_noted", "keyword", "photos"]

    private func summary(_ words: [String: String], _ errors: [String], _ photos: [PhotoFieldItem]) -> FormSummary? {
        var items = Self.order.compactMap { field in
            words[field].map { FormSummary.Item(target: field, label: label(field), text: $0) }
        }
        items += errors.map { FormSummary.Item(target: "photos", label: nil, text: $0) }
        items += photos.compactMap { photo in
            photo.error.map { FormSummary.Item(target: "alt-\(photo.id)", label: label("photos"), text: $0) }
        }
        items += photos.compactMap { photo in
            photo.kindError.map { FormSummary.Item(target: "kind-\(photo.id)", label: label("photos"), text: $0) }
        }
        return FormSummary(message: words[FormDeclaration.wholeForm], items: items)
    }

    private func label(_ field: String) -> String {
        field == "photos" ? text("photo-field.label") : text("review-form.\(field.replacing("_", with: "-"))")
    }

    private func photos(
        _ pictures: [AttachedPhoto],
        _ known: [Photo.ID: FormPhoto],
        at kind: Place.Kind,
        _ errors: [String: String] = [:]
    ) -> [PhotoFieldItem] {
        let kinds = PhotoKind.offered(at: kind)
        let shown = pictures.compactMap { picture in known[picture.id].map { (picture, $0) } }
        return shown.enumerated().map { index, each in
            let (picture, photo) = each
            return PhotoFieldItem(
                id: String(photo.id),
                number: String(index + 1),
                // The file of a hidden photo is not served.
                thumb: photo.isSeen ? PhotoFiles.path(of: photo.name, .small) : nil,
                alt: picture.alt,
                kind: picture.kind,
                kinds: photoKinds(at: kind, chosen: picture.kind),
                isHidden: photo.isHidden,
                isHiddenForReason: photo.isHiddenForReason && !photo.isHidden,
                error: errors["alt-\(photo.id)"] != nil
                    ? text("form-error.blocked-word") : errors["alt"] == nil ? nil : error(ofAlt: picture.alt),
                kindError: errors["kind"] == nil || picture.kind.isEmpty || picture.isOf(kinds)
                    ? nil : text("form-error.review-kind.unknown")
            )
        }
    }

    /// What a photo may show, and first that it says nothing.
    private func photoKinds(at kind: Place.Kind, chosen: String = "") -> [PhotoKindChoice] {
        let none = PhotoKindChoice(value: "", label: text("photo-field.no-kind"), isChosen: chosen.isEmpty)
        return [none]
            + PhotoKind.offered(at: kind).map { kind in
                PhotoKindChoice(
                    value: kind.rawValue,
                    label: text("photo.kind.\(kind.rawValue)"),
                    isChosen: chosen.utf8.elementsEqual(kind.rawValue.utf8)
                )
            }
    }

    private func error(ofAlt typed: String) -> String? {
        do throws(AlternativeText.Error) {
            _ = try AlternativeText(typed)
            return nil
        } catch {
            return text(
                "form-error.review-alt.\(error.rawValue)",
                ["longestAlt": .integer(AlternativeText.maxLength)]
            )
        }
    }

    private func notice(_ notice: ReviewFormState.Notice) -> ReviewNotice {
        let isUnverified = notice == .restriction(.unverified)
        return ReviewNotice(
            code: notice.code,
            text: text("review-form.may-not.\(notice.code)"),
            href: isUnverified ? "/verify" : nil,
            linkText: isUnverified ? text("review-form.verify") : nil
        )
    }

    private func asItIs(
        _ review: Review,
        _ keywords: [Keyword],
        at kind: Place.Kind,
        _ transaction: Transaction
    ) throws -> PublishedVersion {
        let pictures = try transaction.reviewPictures(of: review.id)
        let known = try transaction.formPhotos(pictures.map(\.id), of: review.account ?? .absent, in: review.id)
        return PublishedVersion(
            review: review,
            keywords: keywords.map { $0.name(language) },
            photos: photos(pictures, known, at: kind)
        )
    }
}
