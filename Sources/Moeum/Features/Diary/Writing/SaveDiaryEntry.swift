import Foundation

/// One write of an entry: a form that is sent, or a state that a page saves by itself. Repeated, it changes nothing more; made
/// from an older revision, it overwrites nothing.
struct SaveDiaryEntry: Sendable {
    enum Target: Sendable, Equatable {
        /// The entry that the form with this key creates, or has created.
        case form(String)
        case entry(DiaryEntry.ID)
    }

    /// What became of it.
    enum Outcome: Sendable, Equatable {
        /// There was nothing to write down.
        case nothing
        case created(DiaryEntry)
        case saved(DiaryEntry)
        /// The entry is in the trash, by its author's hand.
        case deleted(DiaryEntry)
        /// Another write was first.
        case conflict(DiaryEntry)

        var entry: DiaryEntry? {
            switch self {
            case .nothing: nil
            case .created(let entry), .saved(let entry), .deleted(let entry), .conflict(let entry): entry
            }
        }
    }

    let app: App
    let account: Account.ID
    let target: Target
    let input: DiaryEntryInput
    /// The revision that it was made from; nil where the writer knew of none.
    var rev: Int?
    /// The browser and system.
    var device = ""
    /// Keeps the text that is overwritten, however recent it is.
    var keeps: DiaryVersion.Reason?
    var id: String?
    /// Earlier writes of the same page that were never answered.
    var unanswered: [String] = []

    /// Takes one from the limit where something is written.
    /// - Throws: a `Problem` where none is left, which undoes the write.
    func save(at now: Date, _ transaction: Transaction) throws -> Outcome {
        let outcome = try createOrChange(at: now, transaction)
        switch outcome {
        case .nothing, .deleted, .conflict: break
        case .created, .saved: try transaction.enforce(app.limits.diaryWrites, for: account, at: now)
        }
        return outcome
    }

    private func createOrChange(at now: Date, _ transaction: Transaction) throws -> Outcome {
        if let entry = try existing(transaction) { return try change(entry, at: now, transaction) }
        if case .form(let key) = target, let created = try create(key, at: now, transaction) { return created }
        // Another request with the same key was first.
        guard let entry = try existing(transaction) else { throw Problem.notFound }
        return try change(entry, at: now, transaction)
    }

    private func existing(_ transaction: Transaction) throws -> DiaryEntry? {
        switch target {
        case .entry(let id): try transaction.diaryEntry(id, of: account)
        case .form(let key): try transaction.diaryEntry(once: key, of: account)
        }
    }

    // MARK: Creating

    private func create(_ key: String, at now: Date, _ transaction: Transaction) throws -> Outcome? {
        let place = try place(nil, transaction)
        var entry = DiaryEntry(
            id: .next(),
            account: account,
            day: input.day,
            minute: input.minute,
            place: place?.id,
            placeName: place?.name ?? "",
            text: input.text.text,
            lastWrite: id,
            editedOn: device,
            editedAt: now
        )
        let photos = try usable(input.pictures, in: nil, besides: [], transaction)
        entry.photoCount = photos.count
        if entry.isBlank { return .nothing }
        guard try transaction.diaryEntryCount(of: account) < DiaryEntry.maxEntries else {
            throw Problem.invalidForm([FormDeclaration.wholeForm: "full"])
        }
        entry.weather = weather(entry.weather)
        guard try transaction.insertDiaryEntry(entry, once: key) else { return nil }
        return .created(try saveRelated(entry, photos.isEmpty ? nil : photos, before: nil, at: now, transaction))
    }

    // MARK: Changing

    private func change(_ entry: DiaryEntry, at now: Date, _ transaction: Transaction) throws -> Outcome {
        if entry.deletion == .hand { return .deleted(entry) }
        let before = try transaction.diaryPictures(of: entry.id)
        let photos = try usable(input.pictures, in: entry.id, besides: before, transaction)
        let place = try place(entry, transaction)
        var changed = entry
        (changed.day, changed.minute) = (input.day, input.minute)
        changed.place = place?.id
        // The name of a place that is gone stays until it is taken out.
        if place != nil || entry.place != nil || input.removesPlace { changed.placeName = place?.name ?? "" }
        (changed.text, changed.photoCount) = (input.text.text, photos.count)
        changed.weather = weather(entry.weather)
        if changed == entry, photos == before { return .saved(entry) }
        guard rev == entry.rev || entry.lastWrite.map(unanswered.contains) ?? false else { return .conflict(entry) }
        changed.rev += 1
        changed.lastWrite = id
        changed.editedOn = device
        changed.editedAt = now
        changed.deletion = changed.isBlank ? .blank : nil
        changed.deletedAt = changed.isBlank ? entry.deletedAt ?? now : nil
        guard try transaction.updateDiaryEntry(changed, from: entry.rev) else {
            guard let other = try transaction.diaryEntry(entry.id, of: account) else { throw Problem.notFound }
            return .conflict(other)
        }
        let isSession = changed.isBlank || beginsSession(after: entry, at: now)
        let why = keeps ?? (isSession ? .session : nil)
        let losesText = why != nil && changed.text != entry.text && !entry.title.isEmpty
        if try losesText || losesPhotos(of: entry, before, photos, transaction) {
            try transaction.insertDiaryVersion(DiaryVersion(entry, before, why ?? .session), of: entry.id)
        }
        return .saved(try saveRelated(changed, photos == before ? nil : photos, before: entry, at: now, transaction))
    }

    /// Whether it is the first write after a pause, or from another device.
    private func beginsSession(after entry: DiaryEntry, at now: Date) -> Bool {
        entry.editedOn != device || now.timeIntervalSince(entry.editedAt) >= DiaryEntry.sessionTimeout
    }

    /// Whether photos are taken out that no version knows yet.
    private func losesPhotos(
        of entry: DiaryEntry,
        _ before: [AttachedPhoto],
        _ after: [AttachedPhoto],
        _ transaction: Transaction
    ) throws -> Bool {
        let lost = Set(before.map(\.id)).subtracting(after.map(\.id))
        if lost.isEmpty { return false }
        return try !transaction.diaryVersions(of: entry.id).contains { lost.isSubset(of: $0.photos) }
    }

    // MARK: What hangs on an entry

    /// Writes what belongs to the row that was just written: photos, visit, weather.
    /// - Parameter photos: nil where they are as before.
    private func saveRelated(
        _ entry: DiaryEntry,
        _ photos: [AttachedPhoto]?,
        before: DiaryEntry?,
        at now: Date,
        _ transaction: Transaction
    ) throws -> DiaryEntry {
        if let photos { try transaction.attachPhotos(photos, to: entry, at: now) }
        if let before, before.place != nil, entry.place == nil {
            try transaction.deleteVisit(of: before, at: now)
        } else if entry.deletion == nil {
            try transaction.saveVisit(of: entry, at: now)
        }
        let isSameWeather =
            before.map {
                $0.day == entry.day && $0.minute == entry.minute && $0.place == entry.place
                    && DiaryEntryInput.WeatherChoice($0.weather) == .automatic
            } ?? false
        guard input.weather == .automatic, !isSameWeather else { return entry }
        try app.weather.request(entry, transaction, at: now)
        // With the weather that is known already.
        return try transaction.diaryEntry(entry.id, of: account) ?? entry
    }

    /// The weather that is written with the row; an automatic one that is not known yet is asked for afterwards.
    private func weather(_ before: DiaryEntry.Weather) -> DiaryEntry.Weather {
        switch input.weather {
        case .none: return DiaryEntry.Weather()
        case .typed(let kind):
            return before.source == .typed && before.kind == kind
                ? before : DiaryEntry.Weather(kind: kind, source: .typed)
        case .automatic:
            if DiaryEntryInput.WeatherChoice(before) == .automatic { return before }
            return DiaryEntry.Weather(source: app.weather.isOn ? .waiting : .none)
        }
    }

    /// The place that was chosen: the canonical one, unless the entry has it already.
    private func place(_ entry: DiaryEntry?, _ transaction: Transaction) throws -> (id: Place.ID, name: String)? {
        guard let chosen = input.place else { return nil }
        if let entry, entry.place == chosen { return (chosen, entry.placeName) }
        let id = try transaction.canonicalPlaceID(for: chosen)
        guard let place = try transaction.place(id) else { throw Problem.invalidForm(["place_id": "unknown"]) }
        return (place.id, place.name)
    }

    /// Those of the photos that the entry may have; one that is gone is left out.
    /// - Parameter own: photos that it has already.
    private func usable(
        _ pictures: [AttachedPhoto],
        in entry: DiaryEntry.ID?,
        besides own: [AttachedPhoto],
        _ transaction: Transaction
    ) throws -> [AttachedPhoto] {
        let ids = try transaction.usableDiaryPhotos(pictures.map(\.id), of: account, in: entry)
        let hasMore = pictures.contains { picture in !own.contains { $0.id == picture.id } }
        if hasMore, try transaction.diaryPhotoCount(of: account) >= DiaryEntry.maxPhotosInAll {
            throw Problem.invalidForm(["photos": "full"])
        }
        return pictures.filter { ids[$0.id] != nil }
    }
}

extension DiaryEntry {
    /// Whether there is nothing to see in it.
    var isBlank: Bool { title.isEmpty && photoCount == 0 }
}
