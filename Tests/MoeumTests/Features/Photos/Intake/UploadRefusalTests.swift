import Foundation
import Testing

@testable import Moeum

/// Forms with files over a real socket that cannot be taken: each is told so, and leaves nothing.
@Suite(.cleanup)
struct UploadRefusalTests {
    private static let part = "--xyz\r\nContent-Disposition: form-data; "

    private static func form(_ field: String, _ fileName: String, _ content: [UInt8] = PictureFixture.png())
        -> FormFixture
    {
        var form = FormFixture()
        form.add("act", "upload")
        form.add(field, fileName: fileName, content)
        return form
    }

    /// A body that breaks the rules of its kind, by what is wrong with it, and the status for it.
    private static func broken(_ field: String) -> [(name: String, body: [UInt8], type: String, statuses: Set<Int>)] {
        let plain = FormFixture().contentType
        let whole = form(field, "a.png")
        let png = PictureFixture.png()
        func head(_ disposition: String, _ more: String = "") -> [UInt8] {
            Array("\(part)\(disposition)\(more)\r\n\r\n".utf8) + png + Array("\r\n--xyz--\r\n".utf8)
        }
        func boundary(_ text: String) -> String { "multipart/form-data; boundary=\(text)" }
        let encoded = Array(Data(png).base64EncodedString().utf8)
        let base64 = "\r\nContent-Transfer-Encoding: base64\r\nContent-Type: image/png\r\n\r\n"
        var fields = FormFixture()
        for number in 1...1_000 { fields.add("field\(number)", "") }
        return [
            ("no last delimiter", whole.bytes, plain, [400]),
            ("half a last delimiter", whole.bytes + Array("--xyz-".utf8), plain, [400]),
            ("nothing at all", [], plain, [400]),
            ("a preamble alone", Array("preamble\r\n".utf8), plain, [400]),
            ("no head", Array("--xyz\r\n\r\n".utf8) + png + Array("\r\n--xyz--".utf8), plain, [400]),
            ("a delimiter that is longer than the boundary", whole.closed, boundary("xy"), [400]),
            ("a delimiter that is shorter than the boundary", whole.closed, boundary("xyzz"), [400]),
            ("a delimiter with much space", Array("--xyz\(String(repeating: " ", count: 65))\r\n".utf8), plain, [400]),
            ("a boundary of 71 characters", whole.closed, boundary(String(repeating: "b", count: 71)), [415]),
            ("no boundary", whole.closed, "multipart/form-data", [415]),
            ("two boundaries", whole.closed, boundary("xyz; boundary=abc"), [415]),
            ("another kind of multipart", whole.closed, "multipart/mixed; boundary=xyz", [415]),
            ("a name of nothing", head("name=\"\"; filename=\"a.png\""), plain, [400]),
            ("a name with NUL", head("name=\"\(field)\"; filename=\"a\u{0}.png\""), plain, [400]),
            ("a name with a bare CR", head("name=\"\(field)\"; filename=\"a\r.png\""), plain, [400]),
            ("a name with a new line", head("name=\"\(field)\"; filename=\"a\r\nX: b.png\""), plain, [400]),
            ("a name twice", head("name=\"\(field)\"; name=\"act\"; filename=\"a.png\""), plain, [400]),
            ("a disposition twice", head("name=a", "\r\n\(part.dropFirst(7))name=b"), plain, [400]),
            ("a head of 9,000 bytes", head("name=a", "\r\nX: \(String(repeating: "x", count: 9_000))"), plain, [413]),
            ("1,001 parts", fields.bytes + whole.closed, plain, [413]),
            ("a field that is too long", field2MiB, plain, [413]),
            ("a field with NUL", Array("\(part)name=act\r\n\r\nup\u{0}load\r\n--xyz--".utf8), plain, [422]),
            (
                "a field of no text", Array("\(part)name=act\r\n\r\n".utf8) + [0xFF, 0xFE] + Array("\r\n--xyz--".utf8),
                plain, [400]
            ),
            (
                "a photo in base64",
                Array("\(part)name=\"\(field)\"; filename=a\(base64)".utf8) + encoded + Array("\r\n--xyz--".utf8),
                plain, [415, 422]
            ),
            (
                "a photo of 10 MB and one byte",
                form(field, "a", PictureFixture.longPNG(red: 1, size: 10_000_001)).closed,
                plain, [413]
            ),
        ]
    }

    private static var field2MiB: [UInt8] {
        var form = FormFixture()
        form.add("body", String(repeating: "x", count: 2 << 20))
        return form.closed
    }

    @Test("A malformed form gets its status and leaves nothing", arguments: UploadSite.Target.all)
    func refuseMalformed(_ target: UploadSite.Target) async throws {
        let site = try await UploadSite(target)
        let before = try await site.traces()
        for form in Self.broken(target.field) {
            let answer = await site.send(form.body, type: form.type)
            #expect(form.statuses.contains(answer.statuses.first ?? 0), "\(form.name): \(answer.statuses)")
            #expect(answer.statuses.count == 1 && answer.isClosed, "\(form.name)")
            #expect(try await site.traces() == before, "\(form.name)")
        }
    }

    @Test("Without a proof before it, no byte of a file is written", arguments: UploadSite.Target.all)
    func refuseWithoutProof(_ target: UploadSite.Target) async throws {
        let site = try await UploadSite(target)
        let before = try await site.traces()
        var form = site.form()
        form.add("csrf", "wrong")
        let body = form.closed
        for proof in [
            "", "Sec-Fetch-Site: cross-site\r\n", "Origin: http://other.example\r\n", "X-CSRF-Token: no\r\n",
        ] {
            let head = site.head(length: body.count, proof: proof)
            let answer = await site.send([Array(head.utf8), body])
            #expect(answer.statuses == [403], "\(proof)")
        }
        #expect(try await site.traces() == before)
        // Folders are made with the first file.
        #expect(!FileManager.default.fileExists(atPath: "\(site.live.app.config.dataDirectory)/uploads"))
    }

    /// What follows a refused form is a request of its own or nothing, and never a part of that form.
    @Test("No part of a refused form is read as a request", arguments: UploadSite.Target.all)
    func refuseSmuggling(_ target: UploadSite.Target) async throws {
        let site = try await UploadSite(target)
        let hidden = "GET /about HTTP/1.1\r\nHost: moeum.example\r\n\r\n"
        let next = "GET /nowhere HTTP/1.1\r\nHost: moeum.example\r\nConnection: close\r\n\r\n"
        var form = FormFixture()
        form.add(target.field, fileName: "a", hidden.utf8)
        let body = form.closed
        for proof in ["", "Sec-Fetch-Site: same-origin\r\n"] {
            let head = site.head(length: body.count, proof: proof, more: "")
            let answer = await site.send([Array(head.utf8) + body + Array(next.utf8)])
            let statuses = answer.statuses
            #expect([400, 403, 415, 422].contains(statuses.first ?? 0), "\(proof): \(statuses)")
            #expect(statuses.dropFirst().allSatisfy { $0 == 404 } && statuses.count <= 2, "\(proof): \(statuses)")
            #expect(answer.isClosed)
        }
    }
}
