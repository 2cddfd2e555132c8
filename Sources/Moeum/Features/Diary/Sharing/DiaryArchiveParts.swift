import Foundation

extension ArchivePart {
    /// Entries, those in the trash too, with their photos.
    static let diaryEntries = ArchivePart(
        name: "diary-entries",
        columns: [
            Column("id", .integer), Column("day", .text), Column("minute", .integer, isOptional: true),
            Column("placeId", .integer, isOptional: true), Column("place", .text, isOptional: true),
            Column("district", .text, isOptional: true), Column("placeName", .text, isOptional: true),
            Column("text", .text, maxLength: DiaryText.maxBytes), Column("weather", .text, isOptional: true),
            Column("temperature", .decimal, isOptional: true), Column("weatherSource", .text),
            Column("weatherProvider", .text, isOptional: true), Column("recalled", .flag), Column("photos", .texts),
            Column("alts", .texts, isOptional: true), Column("visitNotedAt", .time, isOptional: true),
            Column("createdAt", .time), Column("editedAt", .time), Column("deletedAt", .time, isOptional: true),
        ],
        rows: { try $0.archivedDiaryEntries(of: $1) },
        restore: ArchiveRestore(ArchivedDiaryEntry.init, place: \.place) { transaction, recipient, entries in
            try transaction.restoreDiaryEntries(entries, to: recipient)
        }.with { transaction, account, records in
            try transaction.diaryPhotosWanted(by: records.compactMap(ArchivedDiaryEntry.init), account)
        },
        limits: ArchiveRows.Limits(rows: DiaryEntry.maxEntries)
    )

    /// Earlier texts are for reading only: they would be gone after 30 days.
    static let diaryVersions = ArchivePart(
        name: "diary-versions",
        columns: [
            Column("entryId", .integer), Column("rev", .integer), Column("text", .text, maxLength: DiaryText.maxBytes),
            Column("why", .text), Column("editedOn", .text), Column("writtenAt", .time),
        ],
        rows: { try $0.archivedDiaryVersions(of: $1) }
    )
}

/// An entry in an archive.
struct ArchivedDiaryEntry: Sendable {
    struct Photo: Sendable {
        /// Its file's name in the archive, without folder and ending.
        let name: String
        let alt: String
    }

    /// Where it was written.
    let id: DiaryEntry.ID
    let day: String
    let minute: Int?
    let place: ArchivedPlace?
    /// The place's name when the entry was saved; empty without a place.
    let placeName: String
    let text: DiaryText
    let weather: DiaryEntry.Weather
    let photos: [Photo]
    let isRecalled: Bool
    /// When its visit was noted, if the entry brought one about.
    let visitNotedAt: Date?
    let createdAt: Date
    let editedAt: Date
    let deletedAt: Date?
    /// Made before the write, because long texts take a while.
    let columns: DiaryTextColumns

    private static let longestName = 400

    /// The key that lets the same entry in once.
    var once: String { "archive-\(id)" }

    /// Nil for a record that no form would accept, with neither words nor photos, or whose time in the trash is over.
    init?(_ record: ArchiveRecord) {
        guard let id = record.integer("id"), id > 0, let typedDay = record.text("day"), !typedDay.isEmpty,
            let day = try? Visit.day(typedDay, today: SeoulTime(.now).isoDay), let typed = record.text("text"),
            let text = try? DiaryText(typed), let weather = Self.weather(record)
        else { return nil }
        photos = Self.photos(record)
        if text.isBlank, photos.isEmpty { return nil }
        let minute = record.integer("minute")
        let name = record.text("placeName") ?? record.text("place") ?? ""
        guard minute.map({ (0...1_439).contains($0) }) ?? true, name.utf8.count <= Self.longestName,
            !name.contains(where: { $0.isNewline || InvisibleCharacters.isTower($0) })
        else { return nil }
        deletedAt = record.time("deletedAt").map { ArchivedTime.past($0) }
        if let deletedAt, deletedAt < Date.now - DiaryEntry.trashLifetime { return nil }
        (self.id, self.day, self.minute) = (DiaryEntry.ID(rawValue: id), day, minute.map(Int.init))
        (place, placeName, self.text, self.weather) = (ArchivedPlace(record), name, text, weather)
        isRecalled = record.flag("recalled") ?? true
        visitNotedAt = record.time("visitNotedAt").map { ArchivedTime.past($0) }
        createdAt = ArchivedTime.past(record.time("createdAt"))
        editedAt = max(createdAt, ArchivedTime.past(record.time("editedAt")))
        columns = DiaryTextColumns(text: text.text, title: text.title, placeName: name)
    }

    private static func photos(_ record: ArchiveRecord) -> [Photo] {
        let alts = record.texts("alts") ?? []
        return (record.texts("photos") ?? []).prefix(DiaryEntry.maxPhotos).enumerated().map { index, name in
            let alt = index < alts.count ? try? AlternativeText(alts[index]) : nil
            return Photo(name: name, alt: alt?.text ?? "")
        }
    }

    /// Nil for weather that no entry has. What was still to be fetched is not asked for again.
    private static func weather(_ record: ArchiveRecord) -> DiaryEntry.Weather? {
        guard let source = DiaryEntry.WeatherOrigin(rawValue: record.text("weatherSource") ?? "none") else {
            return nil
        }
        if source == .none || source == .waiting { return DiaryEntry.Weather() }
        guard let kind = record.text("weather").flatMap(WeatherKind.init) else { return nil }
        let degrees = record.decimal("temperature")
        guard degrees.map({ (-100...100).contains($0) }) ?? true else { return nil }
        return DiaryEntry.Weather(
            kind: kind,
            temperature: degrees.map { Int(($0 * 10).rounded()) },
            source: source,
            provider: source == .fetched ? record.text("weatherProvider").flatMap(WeatherProvider.init) : nil
        )
    }
}
