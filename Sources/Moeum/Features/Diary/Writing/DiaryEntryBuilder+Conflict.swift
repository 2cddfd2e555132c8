extension DiaryEntryBuilder {
    func conflict(
        _ form: DiaryForm,
        _ device: Device,
        with entry: DiaryEntry,
        _ transaction: Transaction
    ) throws -> DiaryConflictPage {
        let stored = DiaryForm(entry, try transaction.diaryPictures(of: entry.id))
        // A photo that one of the two has taken out stays out.
        let known = Set(try transaction.diaryVersions(of: entry.id).flatMap(\.photos))
        let own = form.pictures.filter { !stored.has($0) && !known.contains($0.id) }
        let others = stored.pictures.filter { !form.has($0) && !form.takenOut.contains($0.id) }
        let pictures = form.pictures.filter { stored.has($0) || own.contains($0) } + others
        let names = try transaction.usableDiaryPhotos(pictures.map(\.id), of: entry.account, in: entry.id)
        let comparison = DiaryComparison(mine: form.text.replacing("\r\n", with: "\n"), theirs: entry.text)
        let facts = try differingFacts(form, stored, entry, transaction)
        return DiaryConflictPage(
            entry: entry,
            dayText: dayText(entry.day),
            form: form,
            pictures: pictures,
            merged: comparison.merged,
            mine: DiaryConflictSide(
                choice: .mine,
                writtenText: device.text(views, language),
                facts: facts.map(\.mine),
                paragraphs: comparison.mine,
                photos: thumbnails(own, names)
            ),
            theirs: DiaryConflictSide(
                choice: .theirs,
                writtenText: written(entry.editedAt, entry.editedOn),
                facts: facts.map(\.theirs),
                paragraphs: comparison.theirs,
                photos: thumbnails(others, names)
            )
        )
    }

    /// Day and time, place and weather, each where the two differ.
    private func differingFacts(
        _ form: DiaryForm,
        _ stored: DiaryForm,
        _ entry: DiaryEntry,
        _ transaction: Transaction
    ) throws -> [(mine: String, theirs: String)] {
        var facts: [(mine: String, theirs: String)] = []
        let (day, storedDay) = (dayText(form.day.isEmpty ? today : form.day), dayText(stored.day))
        if day != storedDay { facts.append((day, storedDay)) }
        if form.minute != stored.minute { facts.append((minuteText(form), minuteText(stored))) }
        let isTakenOut = form.place == DiaryEntryInput.noPlace && !entry.placeName.isEmpty
        if Place.ID(form.place) != entry.place || isTakenOut {
            let chosen = try Place.ID(form.place).flatMap { try transaction.place($0)?.name }
            facts.append((placeText(chosen), placeText(try place(entry, transaction)?.name)))
        }
        if form.weather != stored.weather {
            facts.append((weatherText(form, of: entry), weatherText(stored, of: entry)))
        }
        return facts
    }

    private func minuteText(_ form: DiaryForm) -> String {
        form.minute.isEmpty ? text("diary.no-minute") : form.minute
    }

    private func placeText(_ name: String?) -> String { name.map(places.label) ?? text("diary.no-place") }

    private func weatherText(_ form: DiaryForm, of entry: DiaryEntry) -> String {
        switch DiaryEntryInput.WeatherChoice(form.weather) ?? .none {
        case .automatic: weatherView(entry.weather)?.words ?? text("weather.auto")
        case .none: text("diary.no-weather")
        case .typed(let kind): text("weather.\(kind.rawValue)")
        }
    }

    func thumbnails(_ pictures: [AttachedPhoto], _ names: [Photo.ID: String]) -> [DiaryThumbnail] {
        pictures.enumerated().compactMap { index, picture in
            guard let name = names[picture.id] else { return nil }
            return DiaryThumbnail(
                src: PhotoFiles.path(of: name, .small),
                alt: picture.alt.isEmpty ? photoName(index + 1) : picture.alt
            )
        }
    }
}
