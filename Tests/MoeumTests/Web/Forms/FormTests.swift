import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Moeum
@testable import Web

struct FormTests {
    @Test("A long form is read away from the event loop") func readElsewhere() async throws {
        func isElsewhere(_ bytes: Int) async throws -> Bool {
            try await Form.reading(bytes) {
                try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8).contains("SGLTN-TP")
            }
        }
        #expect(try await !isElsewhere(1_000))
        #expect(try await isElsewhere(1 << 20))
    }

    @Test("Repeated fields keep their order") func keepOrder() throws {
        let form = try Form("tag=b&tag=a&note=%EB%AA%A8+%26&empty=&bare".utf8)
        #expect(form.all("tag") == ["b", "a"] && form["tag"] == "b")
        #expect(form["note"] == "모 &" && form["empty"] == "" && form["bare"] == "" && form["none"] == nil)
    }

    @Test("Broken escapes and bytes are refused", arguments: ["%", "a=%4", "a=%zz", "a=%+1", "a=%ff", "%07=a"])
    func refuseBroken(_ text: String) {
        #expect(throws: Form.Error.malformed) { try Form(text.utf8) }
    }

    @Test("Unescaped bytes that are no text are refused too") func refuseUnescaped() {
        #expect(throws: Form.Error.malformed) { try Form([0x61, 0x3D, 0xFF]) }
    }

    @Test(
        "Pasted control characters become line breaks or go, and no word is lost",
        arguments: [
            ("%0B", "\n"), ("%0C", "\n"), ("%C2%85", "\n"), ("%07", ""), ("%1b[2J", "[2J"), ("%7F", ""), ("%C2%9B", ""),
            ("%09", "\t"), ("%0A", "\n"),
        ]
    )
    func tidyControls(_ typed: String, _ read: String) throws {
        let form = try Form("a=1&note=x\(typed)y".utf8)
        #expect(form["note"] == "x\(read)y" && form.fieldWithNUL == nil)
    }

    /// Old sites and browsers send CP949; what is in no encoding loses the other fields nothing.
    @Test(
        "A query is read in UTF-8 or CP949",
        arguments: [
            ("%B3%C3%B8%E9", "냉면"), ("%94%EE", "뷁"), ("%EB%83%89%EB%A9%B4", "냉면"), ("%FF", "\u{FFFD}"),
            ("a%2Bb", "a+b"),
        ]
    )
    func readQuery(_ typed: String, _ read: String) {
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/places?q=\(typed)&district=mapo")
        let query = Request(head: head, body: RequestBody(buffer: ByteBuffer())).query
        #expect(query["q"] == read && query["district"] == "mapo")
    }

    @Test("A NUL is found and can be taken out") func findNUL() throws {
        let form = try Form("a=1&note=x%00y".utf8)
        #expect(form.fieldWithNUL == "note" && form.withoutNUL["note"] == "xy")
    }

    /// Looking at such a text takes time that grows with its square.
    @Test("Long runs of marks and of flags are no text") func refuseRuns() throws {
        let flag = "\u{1F1F0}\u{1F1F7}"
        for run in [String(repeating: "\u{301}", count: 31), String(repeating: flag, count: 101)] {
            #expect(throws: Form.Error.controlCharacter(field: "note")) { try Form("note=a\(run)".utf8) }
        }
        let flags = String(repeating: flag, count: 100)
        #expect(try Form("note=\(flags)a\(flags)".utf8)["note"] == "\(flags)a\(flags)")
    }

    @Test("Lines and tabs are text") func acceptLines() throws {
        #expect(try Form("note=a%0D%0Ab%09c".utf8)["note"] == "a\r\nb\tc")
    }

    @Test("A form has a greatest number of fields") func limitFields() throws {
        #expect(try Form(Array(repeating: "a=1", count: 1_000).joined(separator: "&").utf8).all("a").count == 1_000)
        #expect(throws: Form.Error.tooManyFields) {
            try Form(Array(repeating: "a=1", count: 1_001).joined(separator: "&").utf8)
        }
    }
}
