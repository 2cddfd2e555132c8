import Foundation
import Testing

@testable import Moeum
@testable import Web

struct FormTests {
    @Test func longWorkOnAFormIsDoneElsewhere() async throws {
        func isElsewhere(_ bytes: Int) async throws -> Bool {
            try await Form.reading(bytes) {
                try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8).contains("SGLTN-TP")
            }
        }
        #expect(try await !isElsewhere(1_000))
        #expect(try await isElsewhere(1 << 20))
    }

    @Test func repeatedFieldsKeepTheirOrder() throws {
        let form = try Form("tag=b&tag=a&note=%EB%AA%A8+%26&empty=&bare".utf8)
        #expect(form.all("tag") == ["b", "a"] && form["tag"] == "b")
        #expect(form["note"] == "모 &" && form["empty"] == "" && form["bare"] == "" && form["none"] == nil)
    }

    @Test(arguments: ["%", "a=%4", "a=%zz", "a=%+1", "a=%ff", "%07=a"])
    func brokenBytesAreRefused(_ text: String) {
        #expect(throws: Form.Error.malformed) { try Form(text.utf8) }
    }

    @Test func bytesThatAreNoTextAreRefusedUnescapedToo() {
        #expect(throws: Form.Error.malformed) { try Form([0x61, 0x3D, 0xFF]) }
    }

    @Test(arguments: ["%00", "%07", "%1b[2J", "%7F", "%C2%85"])
    func controlCharactersAreRefusedByField(_ value: String) {
        #expect(throws: Form.Error.controlCharacter(field: "note")) { try Form("a=1&note=x\(value)".utf8) }
    }

    /// Looking at such a text takes time that grows with its square.
    @Test func runsOfMarksAndOfFlagsAreNoText() throws {
        let flag = "\u{1F1F0}\u{1F1F7}"
        for run in [String(repeating: "\u{301}", count: 31), String(repeating: flag, count: 101)] {
            #expect(throws: Form.Error.controlCharacter(field: "note")) { try Form("note=a\(run)".utf8) }
        }
        let flags = String(repeating: flag, count: 100)
        #expect(try Form("note=\(flags)a\(flags)".utf8)["note"] == "\(flags)a\(flags)")
    }

    @Test func linesAndTabsAreText() throws {
        #expect(try Form("note=a%0D%0Ab%09c".utf8)["note"] == "a\r\nb\tc")
    }

    @Test func thereIsAMostToFields() throws {
        #expect(try Form(Array(repeating: "a=1", count: 1_000).joined(separator: "&").utf8).all("a").count == 1_000)
        #expect(throws: Form.Error.tooManyFields) {
            try Form(Array(repeating: "a=1", count: 1_001).joined(separator: "&").utf8)
        }
    }
}
