import Foundation
import Testing

@testable import Moeum

/// The files of which an export consists: names, Markdown, calendars.
struct DiaryFilesTests {
    @Test(
        "The name of an entry's file is one that every system takes",
        arguments: [
            ("비 오는 날의 국물", "2026-11-14 비 오는 날의 국물"), ("", "2026-11-14"), ("...", "2026-11-14 "),
            ("a/b\\c:d*e?f\"g<h>i|j", "2026-11-14 a b c d e f g h i j"), (" .hidden. ", "2026-11-14 .hidden"),
            ("tab\tand\u{200B}zero\u{202E}", "2026-11-14 tab andzero"), ("e\u{301}", "2026-11-14 \u{E9}"),
            ("../../etc", "2026-11-14 .. .. etc"),
        ]
    )
    func nameFiles(_ title: String, _ name: String) {
        let made = DiaryFileNames.name(day: "2026-11-14", title: title)
        #expect(made == (name.hasSuffix(" ") ? String(name.dropLast()) : name))
        #expect(ZipName.isSafe("2026/\(made).md"))
    }

    @Test(
        "A name that leaves its folder is not safe",
        arguments: [
            "../\u{301}", "..", "a/./b", "a//b", "/a", "a\\\u{301}b", "a:\u{301}b", "", "/", "a\u{85}b",
            "\u{600}/../a",
        ]
    )
    func rejectUnsafeName(_ name: String) { #expect(!ZipName.isSafe(name)) }

    @Test("Long names are cut between characters")
    func cutLongNames() {
        for title in [
            String(repeating: "가", count: 80), String(repeating: "👨‍👩‍👧‍👦", count: 80), String(repeating: "a", count: 80),
        ] {
            let name = DiaryFileNames.name(day: "2026-11-14", title: title)
            #expect(name.utf8.count <= DiaryFileNames.maxBytes && name.utf8.count > 80)
            #expect(!name.unicodeScalars.contains("\u{FFFD}"))
        }
    }

    @Test("Names of a day differ by more than their case")
    func makeNamesUnique() {
        let names = DiaryFileNames()
        let made = ["A", "a", "A (2)", "\u{E9}", "e\u{301}", "", ""].map { names.next(day: "2026-11-14", title: $0) }
        #expect(Set(made.map { $0.lowercased() }).count == made.count)
        #expect(made.first == "2026-11-14 A" && made.last == "2026-11-14 (2)")
        #expect(names.next(day: "2026-11-15", title: "A") == "2026-11-15 A")
    }

    /// Each name is found by counting on: looking from the first number again took half a minute for 6,000 of a day.
    @Test("Equal names of a day are numbered on")
    func numberEqualNames() {
        let names = DiaryFileNames()
        let made = (1...30_000).map { _ in names.next(day: "2026-11-14", title: "A") }
        #expect(Set(made).count == made.count && made.last == "2026-11-14 A (30000)")
    }

    private static func entry(_ text: String, place: String = "") -> DiaryEntry {
        DiaryEntry(
            id: 1,
            account: 1,
            day: "2026-11-14",
            minute: 1_100,
            placeName: place,
            text: text,
            weather: DiaryEntry.Weather(kind: .rain, temperature: -5, source: .fetched, provider: .openMeteo),
            editedOn: "",
            editedAt: Date(timeIntervalSince1970: 0)
        )
    }

    @Test("The front matter of a Markdown file holds whatever a name holds")
    func quoteFrontMatter() {
        let entry = Self.entry("제목\n글", place: "a\"b\\c\n---\u{85}")
        let text = DiaryMarkdown(
            entry: entry,
            district: "마포구",
            photos: [("x 1.jpg", "a]\n[b")],
            attributionText: "날씨 자료"
        )
        .text
        #expect(
            text == """
                ---
                date: 2026-11-14
                time: "18:20"
                place: "a\\"b\\\\c\\U0000000A---\\U00000085"
                district: "마포구"
                weather: rain
                temperature: -0.5
                ---

                제목
                글

                ![a\\] \\[b](<x 1.jpg>)

                *[날씨 자료](https://open-meteo.com/)*

                """
        )
    }

    @Test("Lines of a calendar are short and lose nothing")
    func foldCalendarLines() {
        let calendar = DiaryCalendarFile(host: "moeum.example")
        let name = "한결, 설렁탕; \\집\n" + String(repeating: "긴이름😀", count: 40)
        let visit = ExportedVisit(
            id: 5,
            place: 1,
            day: "2025-12-31",
            name: name,
            address: nil,
            notedAt: Date(timeIntervalSince1970: 1_700_000_000)
        )
        let event = calendar.event(visit)
        let lines = event.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 } && lines.last == "")
        let joined = event.replacingOccurrences(of: "\r\n", with: "")
        #expect(!joined.contains { $0.isNewline })
        let unfolded = event.replacingOccurrences(of: "\r\n ", with: "").components(separatedBy: "\r\n")
        #expect(unfolded.contains("UID:visit-5@moeum.example") && unfolded.contains("DTSTAMP:20231114T221320Z"))
        #expect(unfolded.contains("DTSTART;VALUE=DATE:20251231") && unfolded.contains("DTEND;VALUE=DATE:20260101"))
        let escaped = "한결\\, 설렁탕\\; \\\\집\\n" + String(repeating: "긴이름😀", count: 40)
        #expect(unfolded.contains("SUMMARY:\(escaped)"))
        #expect(!unfolded.contains { $0.hasPrefix("LOCATION") || $0.hasPrefix("DESCRIPTION") })
    }

    @Test("A ZIP that is sent while it is made can be read")
    func streamZIP() throws {
        let path = NSTemporaryDirectory() + "stream-\(UUID().uuidString).zip"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var (zip, bytes) = (ZipStream(), [UInt8]())
        let files = [
            ("2026/비.md", Array("글".utf8)), ("2026/빈.md", []), ("a.jpg", [UInt8](repeating: 7, count: 100_000)),
        ]
        for (name, content) in files { bytes += zip.add(try ZipStream.Entry(name, content, date: .now)) }
        #expect(UInt64(bytes.count) == zip.length)
        try Data(bytes + zip.end()).write(to: URL(filePath: path))
        let reader = try ZipReader(path: path)
        #expect(reader.entries.map(\.name) == files.map(\.0))
        for (name, content) in files { #expect(try reader.bytes(of: name) == content) }
        for name in ["../a", "/a", "a\\b", "a\u{0}"] {
            #expect(throws: ZipError.badName) { try ZipStream.Entry(name, [], date: .now) }
        }
    }

    @Test("The query of an export is checked field by field")
    func checkQuery() {
        func query(_ items: (String, String)...) -> DiaryExportQuery {
            DiaryExportQuery(Form(items: items.map { ($0.0, $0.1) }))
        }
        #expect(query(("format", ""), ("from", ""), ("to", "")).errors == [:])
        let good = query(("format", "ics"), ("from", "2026-01-01"), ("to", "2026-01-01"), ("titles", "1"))
        #expect(good.errors == [:] && good.format == .ics && good.hasTitles)
        #expect(query(("format", "pdf")).errors == ["format": "unknown"])
        #expect(query(("from", "2026-02-30"), ("to", "1899-12-31")).errors == ["from": "invalid", "to": "invalid"])
        #expect(query(("from", "2026-01-02"), ("to", "2026-01-01")).errors == ["to": "before-from"])
        #expect(query(("titles", "yes")).errors == ["titles": "invalid"])
    }
}
