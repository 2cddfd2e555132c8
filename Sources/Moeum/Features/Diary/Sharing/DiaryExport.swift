import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The download of a diary: read a page at a time, and sent as fast as the client takes it.
struct DiaryExport: Sendable, Localized {
    let app: App
    let account: Account.ID
    let format: DiaryExportQuery.Format
    let range: DiaryExportRange
    var hasTitles = false
    let language: Language

    var views: Views { app.views }

    /// Entries with long texts, so that a page of them stays small.
    private static let pageSize = 100

    /// - Parameter lock: the account's, which is released with the download: once it is sent, or its client has left.
    func response(_ lock: AccountLocks.Lock) -> Response {
        let name = "moeum-diary-\(SeoulTime(app.clock()).isoDay)"
        let (type, ending): (String, String) =
            switch format {
            case .markdown: ("application/zip", "zip")
            case .ics: ("text/calendar; charset=utf-8", "ics")
            case .json: ("application/json", "json")
            }
        return Response(
            status: .ok,
            headers: [
                .contentType: type, .contentDisposition: "attachment; filename=\"\(name).\(ending)\"",
                .cacheControl: "private, no-store",
            ],
            body: ResponseBody { writer in
                try await ReadingAccount.$current.withValue(account.rawValue) {
                    switch format {
                    case .markdown: try await writeMarkdown(to: &writer)
                    case .ics: try await writeCalendar(to: &writer)
                    case .json: try await writeJSON(to: &writer)
                    }
                }
                // Who has the end of one may begin the next.
                lock.release()
                try await writer.finish(nil)
            }
        )
    }

    /// `7.5` of tenths of a degree.
    static func degrees(_ tenths: Int) -> String {
        "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    // MARK: Markdown

    private func writeMarkdown(to writer: inout any ResponseBodyWriter) async throws {
        let names = DiaryFileNames()
        var (zip, last) = (ZipStream(), nil as DiaryCursor?)
        var entries: [ExportedDiaryEntry]
        repeat {
            let after = last
            entries = try await app.database.read { transaction in
                try transaction.exportedDiaryEntries(of: account, in: range, after: after, limit: Self.pageSize)
            }
            let named = try await app.longWork.run { [entries] in
                entries.map { (entry: $0, name: names.next(day: $0.entry.day, title: $0.entry.title)) }
            }
            for (entry, name) in named {
                try await write(entry, named: name, &zip, to: &writer)
            }
            last = entries.last?.cursor
        } while entries.count == Self.pageSize
        let end = try await app.longWork.run { [zip] in ByteBuffer(bytes: zip.end()) }
        try await writer.write(end)
    }

    /// Writes the photos one after another and then the text, which names those that were there.
    private func write(
        _ exported: ExportedDiaryEntry,
        named name: String,
        _ zip: inout ZipStream,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let (entry, year) = (exported.entry, exported.entry.day.prefix(4))
        var pictures: [(name: String, alt: String)] = []
        for photo in exported.photos {
            // In the format that every program can read.
            guard let bytes = try await app.photos.storage.get(photo.file + PhotoSize.shared.ending) else { continue }
            let picture = "\(name) \(pictures.count + 1).jpg"
            let file = try await app.longWork.run {
                try ZipStream.Entry("\(year)/\(picture)", bytes, date: entry.editedAt)
            }
            try await writer.write(ByteBuffer(bytes: zip.add(file)))
            pictures.append((name: picture, alt: photo.alt))
        }
        let district = exported.district.flatMap { app.districts[slug: $0]?.name(language) }
        let attribution = entry.weather.attribution.map(attributionText) ?? ""
        let file = try await app.longWork.run { [pictures] in
            let text = DiaryMarkdown(entry: entry, district: district, photos: pictures, attributionText: attribution)
                .text
            return try ZipStream.Entry("\(year)/\(name).md", Array(text.utf8), date: entry.editedAt)
        }
        try await writer.write(ByteBuffer(bytes: zip.add(file)))
    }

    // MARK: Calendar and JSON

    private func writeCalendar(to writer: inout any ResponseBodyWriter) async throws {
        let calendar = DiaryCalendarFile(host: URL(string: app.config.baseURL)?.host() ?? "moeum")
        try await writer.write(ByteBuffer(string: calendar.opening))
        var visits: [ExportedVisit] = []
        repeat {
            let last = visits.last
            visits = try await app.database.read { transaction in
                try transaction.exportedVisits(
                    of: account,
                    in: range,
                    hasTitles: hasTitles,
                    after: last,
                    limit: Self.pageSize
                )
            }
            let events = try await app.longWork.run { [visits] in
                ByteBuffer(string: visits.map(calendar.event).joined())
            }
            if events.readableBytes > 0 { try await writer.write(events) }
        } while visits.count == Self.pageSize
        try await writer.write(ByteBuffer(string: calendar.closing))
    }

    /// The entries as an archive has them.
    private func writeJSON(to writer: inout any ResponseBodyWriter) async throws {
        var (last, isFirst) = (nil as DiaryCursor?, true)
        try await writer.write(ByteBuffer(string: "["))
        repeat {
            let after = last
            let page = try await app.database.read { transaction in
                try transaction.archivedDiaryEntries(of: account, in: range, after: after, limit: Self.pageSize)
            }
            let bytes = try await app.longWork.run { [isFirst] in
                var bytes: [UInt8] = []
                for (index, row) in page.rows.enumerated() {
                    bytes.append(contentsOf: (isFirst && index == 0 ? "\n" : ",\n").utf8)
                    ArchiveFormat.append(row, of: .diaryEntries, to: &bytes)
                }
                return ByteBuffer(bytes: bytes)
            }
            if bytes.readableBytes > 0 { try await writer.write(bytes) }
            (last, isFirst) = (page.last, false)
        } while last != nil
        try await writer.write(ByteBuffer(string: "\n]\n"))
    }
}

extension RateLimits {
    /// Downloads of one account's diary.
    var diaryExports: RateLimit? { limit("diary-export", atOnce: 10, thenOneEach: .seconds(300)) }
}
