import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import RouterClient
import Testing

@testable import Moeum

/// Asking for an archive, getting it and bringing it, through the router.
@Suite(.cleanup)
struct ArchiveRoutesTests {
    private static func upload(
        _ bytes: [UInt8],
        csrf: String? = nil,
        csrfAfter: String? = nil
    ) -> (HTTPFields, ByteBuffer) {
        var body = ByteBuffer()
        if let csrf { body.writeString("--xyz\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(csrf)\r\n") }
        body.writeString("--xyz\r\nContent-Disposition: form-data; name=\"archive\"; filename=\"../../mine.zip\"\r\n")
        body.writeString("Content-Type: application/zip\r\n\r\n")
        body.writeBytes(bytes)
        if let csrfAfter {
            body.writeString("\r\n--xyz\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(csrfAfter)")
        }
        body.writeString("\r\n--xyz--\r\n")
        return ([.contentType: "multipart/form-data; boundary=xyz"], body)
    }

    private func post(_ site: ArchiveSite, _ parts: (HTTPFields, ByteBuffer), as account: Account.ID) async throws
        -> TestResponse
    {
        var headers = parts.0
        headers[.cookie] = "moeum_session=\(account)"
        headers[.secFetchSite] = "same-origin"
        let client = try RouterClient(site.router())
        return try await client.execute(uri: "/settings/import", method: .post, headers: headers, body: parts.1)
    }

    @Test("An archive is requested, made and downloaded") func export() async throws {
        let site = try await ArchiveSite()
        for _ in 1...2 {
            let asked = try await site.send(.post, "/settings/export", body: "csrf=token1")
            #expect(asked.status == .seeOther && asked.headers[.location] == "/settings/export")
            #expect(asked.headers[values: .setCookie].contains { $0.hasPrefix("moeum_flash=export-asked") })
        }
        #expect(try await site.jobs(.export).count == 1)
        let waiting = try await site.send(.get, "/settings/export", [.acceptLanguage: "en"])
        #expect(String(buffer: waiting.body).contains("Waiting to start"))
        let part = try await site.send(.get, "/settings/export", [.acceptLanguage: "en", .fragment: "jobs"])
        #expect(try part.html.has("[data-working]") && !part.html.has("html"))
        try await site.work()
        let job = try #require(try await site.jobs(.export).first)
        let page = try await site.send(.get, "/settings/export", [.acceptLanguage: "en"])
        #expect(try page.html.has("a[href=/settings/export/\(job.id)]"))
        #expect(page.headers[.cacheControl] == "private, no-store")
        let file = try await site.send(.get, "/settings/export/\(job.id)")
        #expect(file.status == .ok && file.headers[.contentType] == "application/zip")
        #expect(file.headers[.cacheControl] == "private, no-store")
        let day = SeoulTime(job.createdAt).isoDay
        #expect(file.headers[.contentDisposition] == "attachment; filename=\"moeum-\(day).zip\"")
        let bytes = try Data(contentsOf: URL(filePath: try site.path(of: job)))
        #expect(Data(buffer: file.body) == bytes)
        let head = try await site.send(.head, "/settings/export/\(job.id)")
        #expect(head.status == .ok && head.headers[.contentLength] == String(bytes.count))
    }

    @Test("Nobody else can download it") func onlyOwner() async throws {
        let site = try await ArchiveSite()
        let job = try await site.export()
        #expect(try await site.send(.get, "/settings/export/\(job.id)", as: 2).status == .notFound)
        #expect(try await site.send(.get, "/settings/export/\(job.id)", as: nil).status == .seeOther)
        for path in ["1", "x", "-1", "99999999999999999999"] {
            #expect(try await site.send(.get, "/settings/export/\(path)").status == .notFound)
        }
        try await site.app.database.write {
            try $0.execute("UPDATE archive_jobs SET expires_at = \(site.now.milliseconds - 1)")
        }
        #expect(try await site.send(.get, "/settings/export/\(job.id)").status == .gone)
        #expect(try await site.send(.get, "/settings/export/\(job.id)", as: 2).status == .notFound)
        try await site.app.archives.worker.sweep()
        #expect(try await site.send(.get, "/settings/export/\(job.id)").status == .gone)
        #expect(site.files(.export) == [])
    }

    @Test("An export needs a recent password") func recentPassword() async throws {
        let site = try await ArchiveSite()
        let hash = try await site.app.passwords.hash(try #require(Password(typed: "a good password")))
        try await site.app.database.write {
            try $0.execute("UPDATE accounts SET password_hash = \(hash) WHERE id = 2")
        }
        for (body, code) in [("csrf=token2", "required"), ("csrf=token2&password=wrong", "wrong")] {
            let answer = try await site.send(
                .post,
                "/settings/export",
                as: 2,
                [.accept: "application/json"],
                body: body
            )
            #expect(answer.status == .unprocessableContent)
            #expect(String(buffer: answer.body).contains("\"errors\":{\"password\":\"\(code)\"}"))
        }
        #expect(try await site.jobs(.export, of: 2) == [])
        let right = try await site.send(.post, "/settings/export", as: 2, body: "csrf=token2&password=a+good+password")
        #expect(right.status == .seeOther)
        #expect(try await site.jobs(.export, of: 2).count == 1)
    }

    @Test("A wrong form token is refused") func wrongToken() async throws {
        let site = try await ArchiveSite()
        #expect(try await site.send(.post, "/settings/export", body: "csrf=other").status == .forbidden)
        let export = try await site.export()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: try site.path(of: export))))
        #expect(try await post(site, Self.upload(bytes, csrf: "other"), as: 2).status == .forbidden)
        #expect(try await post(site, Self.upload(bytes, csrfAfter: "other"), as: 2).status == .forbidden)
        #expect(try await site.jobs(.import, of: 2) == [] && site.files(.import) == [])
    }

    @Test("An archive is uploaded and imported") func importArchive() async throws {
        let site = try await ArchiveSite()
        let export = try await site.export()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: try site.path(of: export))))
        let sent = try await post(site, Self.upload(bytes, csrf: "token2"), as: 2)
        #expect(sent.status == .seeOther && sent.headers[.location] == "/settings/import")
        let second = try await post(site, Self.upload(bytes, csrf: "token2"), as: 2)
        #expect(second.status == .unprocessableContent)
        #expect(site.files(.import).count == 1)
        try await site.work()
        let page = try await site.send(.get, "/settings/import", as: 2, [.acceptLanguage: "en"])
        let words = String(buffer: page.body)
        #expect(words.contains("Profile: all 1 imported"))
        // One line for all that stays out, and none for what was not there.
        #expect(words.contains("Not imported, because this account has its own:") && !words.contains("Reviews:"))
        #expect(try await site.profile(2)[0][4] == .text("dark"))
        #expect(site.files(.import) == [])
        let mails = try await site.app.database.read { try $0.waitingMails(to: "a2@moeum.example") }
        #expect(mails.count == 1)
    }

    @Test("A file that is not an archive is refused at once and leaves nothing") func notAnArchive() async throws {
        let site = try await ArchiveSite()
        let junk = try await post(site, Self.upload(Array("hello".utf8), csrf: "token1"), as: 1)
        #expect(junk.status == .unprocessableContent)
        #expect(try junk.html.has("#archive-error"))
        let empty = "--xyz\r\nContent-Disposition: form-data; name=\"archive\"; filename=\"\"\r\n\r\n\r\n--xyz--\r\n"
        let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=xyz"]
        let none = try await site.send(.post, "/settings/import", headers, body: empty)
        #expect(none.status == .unprocessableContent)
        let plain = try await site.send(.post, "/settings/import", body: "archive=x")
        #expect(plain.status == .unprocessableContent)
        #expect(site.files(.import) == [])
        #expect(try await site.jobs(.import) == [])
    }

    @Test("Too many exports are refused for a while") func tooMany() async throws {
        let site = try await ArchiveSite()
        for _ in 1...3 {
            #expect(try await site.send(.post, "/settings/export").status == .seeOther)
            try await site.work()
        }
        let refused = try await site.send(.post, "/settings/export")
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
        #expect(try await site.jobs(.export).count == 3)
    }

    @Test("The format is documented for everybody") func format() async throws {
        let site = try await ArchiveSite()
        for language in ["ko", "en"] {
            let page = try await site.send(.get, "/about/archive?lang=\(language)", as: nil)
            let codes = Set(try page.html.all("code").map(\.text))
            for part in ArchivePart.all {
                #expect(page.text.contains("\(part.name).json"))
                for column in part.columns { #expect(codes.contains(column.name), "\(column.name)") }
            }
        }
    }
}
