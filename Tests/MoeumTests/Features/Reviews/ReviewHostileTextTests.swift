import Foundation
import Testing

@testable import Moeum

/// What nobody types, in every field of the form of a review: refused beside its field or taken as words, and shown as
/// words wherever it comes back.
@Suite(.cleanup)
struct ReviewHostileTextTests {
    /// Bytes of a value, by what they are.
    private static let values: [(name: String, value: [UInt8])] = [
        ("nothing", []),
        ("NUL", [0]),
        ("every control character", Array(UInt8(1)...31) + [0x7F]),
        ("escapes of a terminal", Array("\u{1B}[2J\u{9B}31m\u{7}".utf8)),
        ("10^6 newlines", [UInt8](repeating: 0x0A, count: 1_000_000)),
        ("newlines of every kind", Array("a\r\nb\rc\nd\u{85}e\u{2028}f\u{2029}g\u{B}h\u{C}i".utf8)),
        ("overrides of direction", Array("\u{202E}\u{2066}\u{200F}abc\u{202D}\u{2069} and ten letters".utf8)),
        (
            "2,000 families",
            Array(String(repeating: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}", count: 2_000).utf8)
        ),
        (
            "2,001 families",
            Array(String(repeating: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}", count: 2_001).utf8)
        ),
        ("joiners alone", Array(String(repeating: "\u{200D}", count: 5_000).utf8)),
        ("a tower of marks", Array(("a" + String(repeating: "\u{301}", count: 20_000)).utf8)),
        ("towers of marks", Array(String(repeating: "a\u{301}\u{302}\u{303}\u{304}\u{305}", count: 500).utf8)),
        (
            "tags and selectors",
            Array(String(repeating: "\u{E0041}\u{FE0F}\u{3164}\u{115F}\u{FFFC}\u{FEFF}", count: 100).utf8)
        ),
        ("half a surrogate pair", [0xED, 0xA0, 0x80, 0xED, 0xBF, 0xBF]),
        ("no UTF-8", [0xFF, 0xFE, 0xC0, 0x80, 0xF8]),
        ("a character written too long", [0xC0, 0xAF, 0xE0, 0x80, 0xAF]),
        ("beyond Unicode", [0xF4, 0x90, 0x80, 0x80]),
        ("no characters", Array("\u{FFFE}\u{FFFF}\u{1FFFE} and ten letters".utf8)),
        ("markup", Array("<script>alert(1)</script><img src=x onerror=\"alert(1)\">'\"&lt;".utf8)),
        ("a template", Array("{{{body}}} {{> layout}} {{#section}}".utf8)),
        ("SQL", Array("'; DROP TABLE reviews; --' OR 1=1 \\'".utf8)),
        ("a header", Array("a\r\nSet-Cookie: a=b\r\n\r\n<html>".utf8)),
        ("a huge number", Array("99999999999999999999999999".utf8)),
        ("a negative number", Array("-9223372036854775808".utf8)),
        ("digits of another script", Array("\u{0665}\u{FF15}".utf8)),
        ("no number", Array("NaN Infinity 1e9 0x5 5.0".utf8)),
        ("a day that never was", Array("2026-02-30".utf8)),
        ("a day in five digits", Array("99999-01-01".utf8)),
    ]

    /// What a value may never turn into. Nothing of a template can be told from its words in a script of data, where only
    /// `<` is escaped.
    private static let traces = ["<script>alert", "<img src=x"]

    private static let fields = [
        "csrf", "once", "rev", "rating", "body", "visited_on", "keyword", "photo_id", "alt", "act", "unknown",
    ]

    private static let good = [
        "once": "abcdefghijklmnop", "rev": "1", "rating": "4", "body": "soup and rice and more soup", "visited_on": "",
        "act": "publish",
    ]

    private static func body(_ field: String, _ value: [UInt8]) -> [UInt8] {
        var form = FormFixture()
        for (name, value) in good.sorted(by: { $0.key < $1.key }) where name != field { form.add(name, value) }
        form.add(field, value)
        return form.closed
    }

    private static func encoded(_ field: String, _ value: [UInt8]) -> [UInt8] {
        let good = good.filter { $0.key != field }.map { "\($0.key)=\($0.value.replacing(" ", with: "+"))&" }.sorted()
        let hexadecimal = Array("0123456789ABCDEF".utf8)
        let escaped = value.flatMap { [UInt8(ascii: "%"), hexadecimal[Int($0 >> 4)], hexadecimal[Int($0 & 15)]] }
        return Array("\(good.joined())\(field)=".utf8) + escaped
    }

    /// A review from the test before would turn every other into a conflict.
    private func forget(_ site: UploadSite) async throws {
        try await site.live.app.database.write { transaction in
            try transaction.execute("DELETE FROM idempotency_keys")
            try transaction.execute("DELETE FROM review_drafts")
            try transaction.execute("DELETE FROM reviews")
        }
    }

    private func check(_ answer: RawConnection.Answer, _ field: String, _ value: String) {
        let allowed: Set<Int> = field == "csrf" ? [403, 400, 413, 422] : [200, 303, 400, 403, 409, 413, 422]
        #expect(allowed.contains(answer.statuses.first ?? 0), "\(field), \(value): \(answer.statuses)")
        #expect(answer.isClosed, "\(field), \(value)")
        noteTraces(answer, "\(field), \(value)")
    }

    private func noteTraces(_ answer: RawConnection.Answer, _ what: String) {
        for trace in Self.traces { #expect(!answer.text.contains(trace), "\(what)") }
        let head = answer.text.split(separator: "\r\n\r\n").first ?? ""
        #expect(!head.contains("a=b"), "\(what)")
    }

    @Test("No bytes in a field are an error, and none comes back as markup or a header", arguments: fields)
    func sendHostileValues(_ field: String) async throws {
        let site = try await UploadSite(.review)
        for (name, value) in Self.values {
            check(await site.send(Self.body(field, value)), field, name)
            try await forget(site)
            let type = "application/x-www-form-urlencoded"
            check(await site.send(Self.encoded(field, value), type: type), field, name)
            // What was taken or kept as a draft is shown again.
            for path in ["/places/\(site.place)", "/places/\(site.place)/reviews/new"] {
                let page = await site.get(path)
                #expect([200, 303].contains(page.statuses.first ?? 0), "\(field), \(name): \(path)")
                noteTraces(page, "\(field), \(name): \(path)")
            }
            try await forget(site)
        }
    }
}
