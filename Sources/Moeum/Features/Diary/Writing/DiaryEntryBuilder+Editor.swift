import Foundation

extension DiaryEntryBuilder {
    func editor(
        _ state: DiaryEditorState,
        of account: Account.ID,
        token: String?,
        _ transaction: Transaction
    ) throws -> DiaryEditorPage {
        var entry: DiaryEntry?
        if case .entry(let id) = state.target { entry = try found(id, of: account, transaction) }
        let day = SeoulTime.isDay(state.form.day) ? state.form.day : today
        let dayText = dayText(day)
        return DiaryEditorPage(
            title: entry.flatMap { $0.title.isEmpty ? nil : $0.title } ?? dayText,
            dayText: dayText,
            month: String(day.prefix(7)),
            formView: try formView(state, entry, of: account, token, transaction),
            versionCount: try entry.map { try transaction.diaryVersionCount(of: $0.id) } ?? 0,
            isEmptied: entry?.deletion == .blank,
            weatherAttributions: attributions(entry)
        )
    }

    /// Of the weather that the entry has, and of that which it would get.
    private func attributions(_ entry: DiaryEntry?) -> [WeatherAttribution] {
        let own = entry.map { WeatherAttribution.all(of: [$0.weather]) } ?? []
        return own + [app.weather.attribution].compactMap(\.self).filter { !own.contains($0) }
    }

    private func formView(
        _ state: DiaryEditorState,
        _ entry: DiaryEntry?,
        of account: Account.ID,
        _ token: String?,
        _ transaction: Transaction
    ) throws -> DiaryFormView {
        let pictures = state.form.pictures.map(\.id)
        let photos = photoItems(state, try transaction.usableDiaryPhotos(pictures, of: account, in: entry?.id))
        let errorTexts = errorTexts(state)
        let fileErrors = state.fileErrors.map {
            $0.message(most: DiaryEntry.maxPhotos, app, language)
        }
        return DiaryFormView(
            state: state,
            account: account,
            token: token,
            today: today,
            place: try chosenPlace(state.form, entry, transaction),
            found: try places(foundBy: state.form.placeQuery, transaction),
            weather: weatherOptions(state.form, entry),
            photos: photos,
            words: errorTexts,
            fileErrors: fileErrors,
            summary: summary(errorTexts, fileErrors, photos)
        )
    }

    private func chosenPlace(
        _ form: DiaryForm,
        _ entry: DiaryEntry?,
        _ transaction: Transaction
    ) throws -> DiaryPlace? {
        let chosen = Place.ID(form.place)
        if form.place == DiaryEntryInput.noPlace { return nil }
        if let entry, entry.place == chosen { return try place(entry, transaction) }
        guard let chosen, let found = try transaction.place(chosen) else { return nil }
        return presenter.place(PlaceMention(found))
    }

    /// - Parameter typed: empty without a search.
    private func places(foundBy typed: String, _ transaction: Transaction) throws -> [DiaryPlace]? {
        var query = PlaceQuery()
        let words = String(typed.prefix(100)).trimmed
        guard !words.isEmpty else { return nil }
        query.text = words
        return try transaction.placeList(query, at: places.now, limit: 8, vocabulary: app.searchVocabulary)
            .entries.map(\.place).map { place in
                let text = [places.typeName(place.category), places.districtName(place.district)].joined(
                    separator: " · "
                )
                return DiaryPlace(id: place.id, name: place.name, kind: place.kind, whereText: text)
            }
    }

    private func weatherOptions(_ form: DiaryForm, _ entry: DiaryEntry?) -> [WeatherOption] {
        func option(_ code: String, _ name: String? = nil, icon: String? = nil) -> WeatherOption {
            let isChosen = code == (form.weather.isEmpty ? "none" : form.weather)
            return WeatherOption(code: code, name: name ?? text("weather.\(code)"), icon: icon, isChosen: isChosen)
        }
        let options = WeatherKind.allCases.map { option($0.rawValue, icon: $0.icon) } + [option("none")]
        // An entry keeps what was fetched for it, also where nothing is fetched any more.
        guard app.weather.isOn || form.weather == "auto" else { return options }
        let fetched = entry.map(\.weather).flatMap { $0.source == .fetched ? weatherView($0) : nil }
        let name = [fetched?.words, text("weather.auto")].compactMap(\.self).joined(separator: " · ")
        return [option("auto", name, icon: fetched?.weather.kind?.icon)] + options
    }

    private func photoItems(_ state: DiaryEditorState, _ known: [Photo.ID: String]) -> [PhotoFieldItem] {
        let shown = state.form.pictures.compactMap { picture in known[picture.id].map { (picture, $0) } }
        return shown.enumerated().map { index, each in
            let (picture, name) = each
            return PhotoFieldItem(
                id: String(picture.id),
                number: String(index + 1),
                thumb: PhotoFiles.path(of: name, .small),
                alt: picture.alt,
                error: state.errors["alt-\(picture.id)"].map {
                    text("form-error.review-alt.\($0)", ["longestAlt": .integer(AlternativeText.maxLength)])
                }
            )
        }
    }

    /// The errors in words, by field.
    private func errorTexts(_ state: DiaryEditorState) -> [String: String] {
        let length = state.form.text.replacing("\r\n", with: "\n").count
        let arguments: [String: FieldValue] = [
            "maximum": .integer(DiaryText.maxLength), "count": .integer(max(1, length - DiaryText.maxLength)),
            "mostPhotos": .integer(DiaryEntry.maxPhotos), "mostEntries": .integer(DiaryEntry.maxEntries),
            "mostInAll": .integer(DiaryEntry.maxPhotosInAll),
        ].merging(app.storageArguments(language)) { $1 }
        let texts = FormTexts(views: views, language: language, arguments: arguments)
        return Dictionary(
            uniqueKeysWithValues: state.errors.filter { !$0.key.hasPrefix("alt-") }.map { field, code in
                (field, texts.errorText(code, of: "diary-\(field.replacing("_", with: "-"))", [:]))
            }
        )
    }

    private static let order = ["on", "minute", "place_id", "weather", "text", "photos"]

    private func summary(_ words: [String: String], _ errors: [String], _ photos: [PhotoFieldItem]) -> FormSummary? {
        var items = Self.order.compactMap { field in
            words[field].map { FormSummary.Item(target: field, label: text("diary.field.\(field)"), text: $0) }
        }
        items += errors.map { FormSummary.Item(target: "photos", label: nil, text: $0) }
        items += photos.compactMap { photo in
            photo.error.map { FormSummary.Item(target: "alt-\(photo.id)", label: text("diary.field.photos"), text: $0) }
        }
        return FormSummary(message: words[FormDeclaration.wholeForm], items: items)
    }
}
