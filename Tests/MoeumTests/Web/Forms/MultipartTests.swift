import Foundation
import NIOCore
import Testing

@testable import Moeum
@testable import Web

/// Bodies with files taken apart, whole and in pieces of every size.
struct MultipartTests {
    private static let body = [
        "preamble\r\n--xyz\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\ntoken\r\n",
        "--xyz  \r\ncontent-disposition: FORM-DATA; Name=\"archive\"; filename=\"my \\\"own\\\".zip\"\r\n",
        "Content-Type: application/zip\r\n\r\nPK\r\n--xy\r\n--x\r\n\r\n-\r\r\n--xyz\r\n",
        "Content-Disposition: form-data; name=empty\r\n\r\n\r\n--xyz--\r\nepilogue --xyz\r\n\r\nmore",
    ].joined()

    /// What the events of a body come to: each part with its content.
    private static func parts(_ body: String, piece: Int, boundary: String = "xyz") throws -> [(
        MultipartHeader, String
    )] {
        var parser = MultipartParser(boundary: boundary)
        var parts: [(MultipartHeader, String)] = []
        var hasEnded = false
        var rest = Array(body.utf8)[...]
        while !rest.isEmpty {
            parser.feed(ByteBuffer(bytes: rest.prefix(piece)))
            rest = rest.dropFirst(piece)
            while let event = try parser.next() {
                switch event {
                case .part(let header): parts.append((header, ""))
                case .content(let bytes): parts[parts.count - 1].1 += String(buffer: bytes)
                case .endOfPart: break
                case .end: hasEnded = true
                }
            }
        }
        try parser.finish()
        #expect(hasEnded)
        return parts
    }

    @Test("A form is the same in pieces of any size") func readPieces() throws {
        for piece in Array(1...80) + [1_000] {
            let parts = try Self.parts(Self.body, piece: piece)
            #expect(parts.map(\.0.name) == ["csrf", "archive", "empty"], "\(piece)")
            #expect(parts.map(\.0.fileName) == [nil, "my \"own\".zip", nil], "\(piece)")
            #expect(parts.map(\.0.contentType) == [nil, "application/zip", nil], "\(piece)")
            #expect(parts.map(\.1) == ["token", "PK\r\n--xy\r\n--x\r\n\r\n-\r", ""], "\(piece)")
        }
    }

    @Test("Content is passed on and not kept") func passContentOn() throws {
        var parser = MultipartParser(boundary: "xyz")
        parser.feed(ByteBuffer(string: "--xyz\r\nContent-Disposition: form-data; name=a; filename=b\r\n\r\n"))
        #expect(try parser.next() == .part(MultipartHeader(name: "a", fileName: "b")))
        let piece = ByteBuffer(string: String(repeating: "x", count: 65_536))
        var handedOn = 0
        for fed in 1...40 {
            parser.feed(piece)
            while case .content(let bytes)? = try parser.next() { handedOn += bytes.readableBytes }
            #expect(fed * 65_536 - handedOn < 16)
            #expect(parser.waiting.capacity <= 4 * 65_536)
        }
    }

    @Test(
        "Bodies that are no form are refused",
        arguments: [
            "", "--xyz", "--xyz-", "--xyz\r\n", "--xyz\r\nContent-Disposition: form-data; name=a\r\n\r\nrest",
            "--xyz\r\n\r\nno head\r\n--xyz--", "--xyz\r\nContent-Disposition: form-data\r\n\r\n\r\n--xyz--",
            "--xyz\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--xyz--",
            "--xyz\r\nContent-Disposition: form-data; name=\"a\r\n\r\n\r\n--xyz--",
            "--xyz\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n\r\n--xyz--",
            "--xyz\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n\r\n--xyz--",
            "--xyz\r\nno colon\r\n\r\n\r\n--xyz--", "--xyzz\r\n\r\n--xyz--",
            "--xyz\r\nContent-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b\r\n\r\n\r\n--xyz--",
            "--xyz\r\nContent-Disposition: form-data; name=a\nX: y\r\n\r\n\r\n--xyz--",
            "--xyz\r\nContent-Disposition: form-data; name=a; 가\(String(repeating: "\u{301}\u{323}", count: 40))=b\r\n\r\n\r\n--xyz--",
        ]
    )
    func refuseOthers(_ body: String) {
        for piece in [1, 7, 1_000] {
            #expect(throws: MultipartParser.Error.malformed) { try Self.parts(body, piece: piece) }
        }
    }

    @Test("Heads and parts have limits") func limitParts() {
        let long = "--xyz\r\nX: \(String(repeating: "x", count: 9_000))"
        for piece in [100, 100_000] {
            #expect(throws: MultipartParser.Error.headTooLong) { try Self.parts(long, piece: piece) }
        }
        let part = "--xyz\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n"
        let many = String(repeating: part, count: 1_001) + "--xyz--"
        #expect(throws: MultipartParser.Error.tooManyParts) { try Self.parts(many, piece: 5_000) }
    }

    @Test("A head has the same limit in pieces", arguments: [8_190, 8_192, 8_193])
    func limitHeadInPieces(_ length: Int) throws {
        let start = "\r\nContent-Disposition: form-data; name=a\r\nX: "
        let head = start + String(repeating: "x", count: length - start.utf8.count)
        let body = "--xyz\(head)\r\n\r\nb\r\n--xyz--"
        for piece in [1, 100_000] {
            if length <= 8_192 {
                #expect(try Self.parts(body, piece: piece).map(\.1) == ["b"])
            } else {
                #expect(throws: MultipartParser.Error.headTooLong) { try Self.parts(body, piece: piece) }
            }
        }
    }

    /// Searched from its start for each byte that comes, a head of 8 KB held an event loop for a third of a second.
    @Test("A head is searched once, however it comes", arguments: ["\r", "\r\nX: y"])
    func searchHeadOnce(_ repeated: String) throws {
        var parser = MultipartParser(boundary: "xyz")
        let body = "--xyz\r\nX: y" + String(repeating: repeated, count: 8_000 / repeated.utf8.count)
        var events = 0
        for byte in body.utf8 {
            parser.feed(ByteBuffer(bytes: [byte]))
            if try parser.next() != nil { events += 1 }
        }
        #expect(events == 0)
        #expect(parser.work < 10 * body.utf8.count)
    }

    @Test("A delimiter is no field of a head") func refuseDelimiter() {
        let body = "--a:b\r\n--a:b\r\nContent-Disposition: form-data; name=a\r\n\r\nc\r\n--a:b--"
        for piece in [1, 1_000] {
            #expect(throws: MultipartParser.Error.malformed) { try Self.parts(body, piece: piece, boundary: "a:b") }
        }
    }

    @Test(
        "Names of files are read",
        arguments: [
            // As browsers send them: a backslash as it is, a quote as %22.
            ("photo\\", "photo\\"), ("%22a%0D%0A.jpg", "\"a.jpg"), ("\u{301}a%22\u{301}", "\u{301}a\"\u{301}"),
            // As others do.
            ("C:\\photos\\a.jpg", "C:\\photos\\a.jpg"), ("a\\\\\\\"b", "a\\\"b"), ("a\u{7F}\u{9B}b", "ab"),
        ]
    )
    func readFileNames(_ sent: String, _ name: String) {
        let header = MultipartHeader(head: "\r\nContent-Disposition: form-data; name=\"a\"; filename=\"\(sent)\"")
        #expect(header?.fileName == name)
    }

    /// What `Scripts/fuzz` begins with, and what it once found.
    @Test("The corpus of the fuzzer keeps to the parser's properties") func checkCorpus() throws {
        let paths = try Project.files("Tests/Fuzz/corpus", ending: "")
        #expect(paths.count > 20)
        for path in paths {
            let input = try Data(contentsOf: Project.root.appending(path: path))
            #expect(MultipartProperties.broken(by: Array(input)) == nil, "\(path)")
        }
    }

    @Test(
        "The boundary is read",
        arguments: [
            ("multipart/form-data; boundary=abc", "abc"),
            ("Multipart/Form-Data;boundary=\"a b\"; charset=utf-8", "a b"),
            ("multipart/form-data", nil), ("multipart/form-data; boundary=", nil),
            ("multipart/form-data; boundary=\"a", nil),
            ("multipart/mixed; boundary=abc", nil), ("application/x-www-form-urlencoded; boundary=abc", nil),
            ("multipart/form-data; boundary=a\u{e9}", nil), ("multipart/form-data; boundary=a; boundary=b", nil),
            ("multipart/form-data; boundary=\(String(repeating: "b", count: 71))", nil),
        ]
    )
    func readBoundary(_ type: String, _ boundary: String?) {
        #expect(MultipartParser.boundary(of: type) == boundary)
    }
}
