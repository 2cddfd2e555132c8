import Foundation
import Testing

@testable import Moeum

/// Forms with files over a real socket that look odd and are right: each is taken, once, whatever it calls itself.
@Suite(.cleanup)
struct UploadAcceptanceTests {
    private static let part = "--xyz\r\nContent-Disposition: form-data; "
    private static let plain = FormFixture().contentType

    /// A form with one photo, by what is odd about it. Each photo has a shade of its own.
    private static func odd(_ field: String) -> [(name: String, body: [UInt8], type: String)] {
        var shade: UInt8 = 0
        func png(_ more: String = "") -> [UInt8] {
            shade += 1
            return PictureFixture.longPNG(red: shade, followedBy: more)
        }
        func form(_ content: [UInt8], boundary: String = "xyz") -> FormFixture {
            var form = FormFixture(boundary: boundary)
            form.add("act", "upload")
            form.add(field, fileName: "a.png", content)
            return form
        }
        func file(_ head: String) -> [UInt8] {
            let audit = Array("\(part)name=act\r\n\r\nupload\r\n".utf8)
            return audit + Array("\(part)\(head)\r\n\r\n".utf8) + png() + Array("\r\n--xyz--\r\n".utf8)
        }
        var many = FormFixture()
        for number in 1...998 { many.add("field\(number)", "") }
        var late = form(png())
        late.add("note", "after the file")
        let long = String(repeating: "b", count: 70)
        let nested = "--abc\r\nContent-Disposition: file; filename=\"b.png\"\r\n\r\n1\r\n--abc--"
        var withNested = FormFixture()
        withNested.add(field, type: "multipart/mixed; boundary=abc", nested.utf8)
        let clutter = "\r\n--xy\r\n--x\r\n--xy-z--\r\n\r\nxyz--xyz--\r\n --xyz\r\n"
        return [
            ("nothing odd", form(png()).closed, plain),
            ("the boundary in the content", form(png(clutter)).closed, plain),
            (
                "a boundary of 70 characters", form(png(), boundary: long).closed,
                "multipart/form-data; boundary=\(long)"
            ),
            (
                "a quoted boundary with blanks", form(png(), boundary: "a b:c").closed,
                "multipart/form-data; boundary=\"a b:c\""
            ),
            ("a boundary of dashes", form(png(), boundary: "----").closed, "multipart/form-data; boundary=----"),
            ("another parameter first", form(png()).closed, "Multipart/Form-Data; charset=utf-8;  BOUNDARY=xyz"),
            (
                "a preamble and an epilogue", Array("a\r\n".utf8) + form(png()).closed + Array("\r\n--xyz\r\nb".utf8),
                plain
            ),
            (
                "blanks after the delimiter",
                Array("--xyz \t \r\n".utf8) + Array(file("name=\"\(field)\"; filename=a").dropFirst(7)), plain
            ),
            ("1,000 parts", many.bytes + form(png()).closed, plain),
            ("a field after the file", late.closed, plain),
            ("a nested multipart beside it", withNested.bytes + form(png()).closed, plain),
            ("no last end of line", Array(form(png()).closed.dropLast(2)), plain),
            ("another type", file("name=\"\(field)\"; filename=\"a.svg\"\r\nContent-Type: image/svg+xml"), plain),
            ("a transfer encoding", file("name=\"\(field)\"; filename=a\r\nContent-Transfer-Encoding: binary"), plain),
            ("a name with a star", file("name=\"\(field)\"; filename=a; filename*=UTF-8''..%2Fb"), plain),
            ("a name that ends in a backslash", file("name=\"\(field)\"; filename=\"a\\\""), plain),
            ("10 MB", form(PictureFixture.longPNG(red: 250, size: 10_000_000)).closed, plain),
        ]
    }

    @Test("Odd but correct forms are accepted, and each photo once", arguments: UploadSite.Target.all)
    func acceptOddForms(_ target: UploadSite.Target) async throws {
        let site = try await UploadSite(target)
        for form in Self.odd(target.field) {
            let before = try await site.traces().rows["photos"]
            let answer = await site.send(form.body, type: form.type)
            #expect(answer.statuses == [target.success], "\(form.name): \(answer.statuses)")
            #expect(try await site.traces().rows["photos"] == before.map { $0 + 1 }, "\(form.name)")
        }
        #expect(try await site.uploadsLeft() == [])
    }

    @Test("A body may come in chunks", arguments: UploadSite.Target.all)
    func acceptChunks(_ target: UploadSite.Target) async throws {
        let site = try await UploadSite(target)
        let body = site.form().closed
        let head = site.head(length: nil, more: "Transfer-Encoding: chunked\r\nConnection: close\r\n")
        let answer = await site.send([Array(head.utf8) + UploadConnectionTests.chunked(body, by: 7)])
        #expect(answer.statuses == [target.success])
        let traces = try await site.traces()
        #expect(traces.rows["photos"] == 1)
    }

    @Test("A sender's name for a file is no path, no header and no markup", arguments: UploadSite.Target.all)
    func ignoreFileNames(_ target: UploadSite.Target) async throws {
        let site = try await UploadSite(target)
        let mark = "mark\(UUID().uuidString)"
        let climb = String(repeating: "../", count: 80)
        let names = [
            "\(climb)tmp/\(mark)", "/tmp/\(mark)", "..\\..\\\(mark)", "\(mark)%00.png", "%2e%2e%2f\(mark)",
            "\(mark)%0D%0ASet-Cookie: a=\(mark)", "<script>\(mark)</script>", "\(mark)\u{202E}gnp.exe",
            "\(mark)" + String(repeating: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", count: 200),
            "CON", ".", "..", "~/\(mark)", "-rf \(mark)", "\(mark)[page=3]", "\(mark):Zone.Identifier",
        ]
        for (number, name) in names.enumerated() {
            let long = name.count < 300 ? name + String(repeating: "x", count: 300 - name.count) : name
            for name in [name, long] {
                let picture = PictureFixture.png(red: UInt8(number))
                let answer = await site.send(site.form(picture, name: name).closed)
                #expect(answer.statuses == [target.success], "\(name): \(answer.statuses)")
                #expect(!answer.text.contains("Set-Cookie: a=") && !answer.text.contains("<script>mark"))
            }
        }
        let files = try await site.traces().files
        #expect(files.allSatisfy { !$0.contains("mark") })
        #expect(!FileManager.default.fileExists(atPath: "/tmp/\(mark)"))
        #expect(!FileManager.default.fileExists(atPath: NSTemporaryDirectory() + mark))
        #expect(try await site.uploadsLeft() == [])
    }

    @Test("Of too many files six are kept", arguments: [7, 10, 11, 60])
    func keepSixFiles(_ count: Int) async throws {
        let site = try await UploadSite(.review)
        var form = FormFixture()
        form.add("act", "upload")
        for number in 1...count {
            form.add("photos[]", fileName: "\(number).png", PictureFixture.png(red: UInt8(number)))
        }
        let answer = await site.send(form.closed)
        #expect(answer.statuses == [413])
        let (traces, left) = (try await site.traces(), try await site.uploadsLeft())
        #expect(traces.rows["photos"] == 6)
        #expect(left == [])
    }
}
