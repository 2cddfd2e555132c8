import Foundation

/// Makes the pages of one entry, for its author.
struct DiaryEntryBuilder: Sendable, Localized {
    let app: App
    let presenter: DiaryPresenter

    var views: Views { presenter.views }
    var language: Language { presenter.language }
    var places: PlacePresenter { presenter.places }
    var today: String { presenter.today }

    init(app: App, context: AppRequestContext) { (self.app, presenter) = (app, DiaryPresenter(app, context.language)) }

    /// `11월 14일 토요일`, with the year where it is not this one.
    func dayText(_ day: String) -> String {
        SeoulTime.fullText(forDay: day, withYear: day.prefix(4) != today.prefix(4), language) ?? day
    }

    /// `2026년 11월`.
    func monthText(_ day: String) -> String {
        SeoulTime.text(forDay: String(day.prefix(7)), withDay: false, language) ?? String(day.prefix(7))
    }

    func entryPage(_ id: DiaryEntry.ID, of account: Account.ID, _ transaction: Transaction) throws -> DiaryEntryPage {
        let entry = try found(id, of: account, transaction)
        if entry.deletion != nil { throw DiaryEntryRoutes.deleted }
        let photos = try transaction.diaryPhotos(of: [id])[id] ?? []
        return DiaryEntryPage(
            entry: entry,
            dayText: dayText(entry.day),
            place: try place(entry, transaction),
            weather: weatherView(entry.weather),
            weatherAttributions: WeatherAttribution.all(of: [entry.weather]),
            photos: photos.enumerated().map { index, photo in
                DiaryPhotoItem(photo: photo, label: photo.alt.isEmpty ? photoName(index + 1) : photo.alt)
            },
            versionCount: try transaction.diaryVersionCount(of: id)
        )
    }

    func place(_ entry: DiaryEntry, _ transaction: Transaction) throws -> DiaryPlace? {
        guard !entry.placeName.isEmpty || entry.place != nil else { return nil }
        if let place = try entry.place.flatMap({ try transaction.place($0) }) {
            return presenter.place(PlaceMention(place))
        }
        return DiaryPlace(id: nil, name: entry.placeName, kind: nil, whereText: "")
    }

    func photoName(_ number: Int) -> String { text("photo-field.name", ["number": .integer(number)]) }

    func found(_ id: DiaryEntry.ID, of account: Account.ID, _ transaction: Transaction) throws -> DiaryEntry {
        guard let entry = try transaction.diaryEntry(id, of: account) else { throw Problem.notFound }
        return entry
    }

    // MARK: The trash

    func trash(
        of account: Account.ID,
        after cursor: DiaryTrashCursor?,
        _ transaction: Transaction
    ) throws -> DiaryTrashPage {
        let limit = DiaryTrashPage.pageSize
        let found = try transaction.deletedDiaryEntries(of: account, after: cursor, limit: limit + 1)
        let last = found.count > limit ? found[limit - 1] : nil
        return DiaryTrashPage(
            account: account,
            entries: try found.prefix(limit).map { try deleted($0, transaction) },
            next: last.map {
                "/diary/trash?after=\(DiaryTrashCursor(value: $0.deletedAt?.milliseconds ?? 0, id: $0.id).text)"
            }
        )
    }

    func deletionPage(
        _ id: DiaryEntry.ID,
        of account: Account.ID,
        _ transaction: Transaction
    ) throws -> DiaryDeletionPage {
        let entry = try found(id, of: account, transaction)
        guard entry.deletion == nil else { throw DiaryEntryRoutes.deleted }
        return DiaryDeletionPage(
            entry: try deleted(entry, transaction),
            visitedPlace: try transaction.visit(of: id).flatMap { try transaction.place($0.place)?.name },
            isShared: try transaction.cards(of: account).contains { $0.source == .entry(id) && $0.isPublic }
        )
    }

    func deleted(_ entry: DiaryEntry, _ transaction: Transaction) throws -> DeletedDiaryEntry {
        let text = entry.isBlank ? try transaction.diaryVersions(of: entry.id).first?.text ?? "" : entry.text
        let title = DiaryText.title(of: text)
        return DeletedDiaryEntry(
            entry: entry,
            title: title.isEmpty ? self.text("diary.photos-only") : title,
            dayText: dayText(entry.day),
            daysLeft: entry.deletedAt.map { deletedAt in
                max(1, Int((DiaryEntry.trashLifetime - app.clock().timeIntervalSince(deletedAt)) / 86_400) + 1)
            }
        )
    }

    // MARK: Versions

    func versions(
        _ id: DiaryEntry.ID,
        of account: Account.ID,
        _ transaction: Transaction
    ) throws -> DiaryVersionsPage {
        let entry = try found(id, of: account, transaction)
        guard entry.deletion != .hand else { throw DiaryEntryRoutes.deleted }
        let versions = try transaction.diaryVersions(of: id)
        let photos = versions.flatMap(\.photos)
        let names = try transaction.usableDiaryPhotos(photos, of: account, in: id)
        let pictures = try transaction.diaryPictures(among: Array(Set(photos)), of: account)
        return DiaryVersionsPage(
            entry: entry,
            dayText: dayText(entry.day),
            versions: versions.map { version in
                DiaryVersionItem(
                    version: version,
                    writtenText: written(version.writtenAt, version.editedOn),
                    photos: thumbnails(version.photos.compactMap { id in pictures.first { $0.id == id } }, names)
                )
            }
        )
    }

    /// When and with what something was written: `11월 20일 금요일 20:05 · Safari, iPhone`.
    func written(_ date: Date, _ device: String) -> String {
        let time = SeoulTime(date)
        let words = Device(code: device).text(views, language)
        return "\(dayText(time.isoDay)) \(time.clock)" + (device.isEmpty ? "" : " · \(words)")
    }

    // MARK: Two texts

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
