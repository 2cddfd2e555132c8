import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Moeum

/// What is settled before a file of half a gigabyte is read.
@Suite(.cleanup)
struct ArchiveUploadTests {
    private static let headers: HTTPFields = [
        .contentType: "multipart/form-data; boundary=xyz", .accept: "application/json",
    ]
    private static let head = """
        --xyz\r
        Content-Disposition: form-data; name="archive"; filename="a.zip"\r
        \r

        """

    @Test("An account has one upload at a time", arguments: TestEngine.available)
    func oneAtATime(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let database = site.app.database
        let start = site.now
        let places = try await withThrowingTaskGroup(of: ArchiveJob.ID?.self) { group in
            for _ in 1...20 {
                group.addTask { try await database.write { try $0.addArchiveUpload(for: 1, at: start) } }
            }
            return try await group.reduce(into: [ArchiveJob.ID]()) { if let place = $1 { $0.append(place) } }
        }
        #expect(places.count == 1)
        #expect(try await site.jobs(.import) == [])
        #expect(try await database.write { try $0.addArchiveJob(.import, for: 1, at: start) } == false)
        #expect(try await database.read { try $0.jobCounts(of: ArchiveWorker.name, at: start) }.unfinished == 0)
        // Anyone who takes longer than a body may come loses the place, and then the file is not taken.
        let later = start + ArchiveJob.uploadLength + 1
        let second = try await database.write { try $0.addArchiveUpload(for: 1, at: later) }
        let place = try #require(second)
        let (isLate, isIn) = try await database.write { transaction in
            (
                try transaction.finishArchiveUpload(places[0], file: "late.zip", at: later),
                try transaction.finishArchiveUpload(place, file: "a.zip", at: later)
            )
        }
        #expect(!isLate && isIn)
        #expect(try await site.jobs(.import).map(\.state) == [.waiting])
    }

    @Test("A second upload is refused unread") func secondUpload() async throws {
        let site = try await ArchiveSite()
        _ = try await site.app.database.write { try $0.addArchiveUpload(for: 1, at: site.now) }
        // The file breaks off: had it been read, the answer would be another.
        let body = Self.head + "hello"
        let refused = try await site.send(.post, "/settings/import", Self.headers, body: body)
        #expect(refused.status == .unprocessableContent)
        #expect(String(buffer: refused.body).contains("in-hand"))
        let other = try await site.send(.post, "/settings/import", as: 2, Self.headers, body: body)
        #expect(other.status == .badRequest)
        #expect(site.files(.import) == [])
    }

    @Test("Members who may not publish are refused unread") func mayNotPublish() async throws {
        for (isVerified, isSuspended) in [(false, false), (true, true)] {
            let site = try await TestSite()
            let browser = TestBrowser(site)
            try await site.logIn(browser, nickname: "가람", isSuspended: isSuspended, isVerified: isVerified)
            var headers = Self.headers
            headers[.secFetchSite] = "same-origin"
            // The file breaks off: had it been read, the answer would be another.
            let body = Array((Self.head + "hello").utf8)
            #expect(try await browser.post("/settings/import", body: body, headers).status == .forbidden)
        }
    }

    @Test("All archives that wait for import have a limit", arguments: TestEngine.available)
    func waitingLimit(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        try await site.app.database.write { transaction in
            let place = try #require(try transaction.addArchiveUpload(for: 2, at: site.now))
            let limit = ArchiveFiles.maxComingIn
            #expect(try transaction.finishArchiveUpload(place, file: "a.zip", size: limit, at: site.now))
            #expect(try transaction.archiveUploadBytes() == limit)
        }
        let junk = "\(Self.head)hello\r\n--xyz--\r\n"
        let full = try await site.send(.post, "/settings/import", Self.headers, body: junk)
        #expect(full.status == .serviceUnavailable && full.headers[.retryAfter] != nil)
        try await site.app.database.write { try $0.execute("DELETE FROM archive_jobs") }
        let none = try await site.send(.post, "/settings/import", Self.headers, body: junk)
        #expect(none.status == .unprocessableContent)
    }

    @Test("All uploads in progress have a limit") func uploadLimit() async throws {
        let site = try await ArchiveSite()
        let space = site.app.archives.files.space
        let junk = "\(Self.head)hello\r\n--xyz--\r\n"
        do {
            let others = (1...4).map { space.reservation(for: Account.ID(rawValue: Int64($0) + 10)) }
            for other in others { #expect(other.reserve(ArchiveRoutes.maxBytes)) }
            let full = try await site.send(.post, "/settings/import", Self.headers, body: junk)
            #expect(full.status == .serviceUnavailable && full.headers[.retryAfter] != nil)
        }
        #expect(space.total == 0 && site.files(.import) == [])
        let none = try await site.send(.post, "/settings/import", Self.headers, body: junk)
        #expect(none.status == .unprocessableContent && space.total == 0)
    }

    @Test("A refused upload frees its slot and counts no attempt") func refusedUpload() async throws {
        let site = try await ArchiveSite()
        for _ in 1...20 {
            let broken = try await site.send(.post, "/settings/import", Self.headers, body: Self.head + "hello")
            #expect(broken.status == .badRequest)
            let junk = "\(Self.head)hello\r\n--xyz--\r\n"
            let none = try await site.send(.post, "/settings/import", Self.headers, body: junk)
            #expect(none.status == .unprocessableContent)
            #expect(String(buffer: none.body).contains("not-an-archive"))
        }
        #expect(site.files(.import) == [])
    }

    @Test("Somebody without a session is sent to the login") func noSession() async throws {
        let site = try await TestSite()
        let answer = try await site.client.execute(
            uri: "/settings/import",
            method: .post,
            headers: [.secFetchSite: "same-origin", .contentType: "multipart/form-data; boundary=xyz"]
        )
        #expect(answer.status == .seeOther)
        #expect(answer.headers[.location] == "/login?next=%2Fsettings%2Fimport")
    }

    @Test("A new archive replaces the one before", arguments: TestEngine.available)
    func replace(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let other = try await site.export(of: 2)
        let first = try await site.export()
        let second = try await site.export()
        #expect(try await site.jobs(.export).map(\.state) == [.done, .expired])
        try await site.app.archives.worker.sweep(at: .now.addingTimeInterval(1), age: 0)
        #expect(site.files(.export).sorted() == [other, second].compactMap(\.file).sorted())
        #expect(try await site.send(.get, "/settings/export/\(first.id)").status == .gone)
        #expect(try await site.send(.get, "/settings/export/\(second.id)").status == .ok)
    }

    @Test("Only the first download is recorded") func recordOnce() async throws {
        let site = try await ArchiveSite()
        let job = try await site.export()
        for _ in 1...3 { #expect(try await site.send(.get, "/settings/export/\(job.id)").status == .ok) }
        let events = try await site.app.database.read { try $0.securityEvents(of: 1, limit: 50) }
        #expect(events.filter { $0.kind == .exportFetched }.count == 1)
    }

    /// Half a gigabyte may come to this address, yet not from somebody who is nobody.
    @Test("A large upload without a session is not read to its end") func notDrained() async throws {
        let site = try await LiveSite(limits: { $0.maxBytesUnasked = 100_000 })
        let head =
            "POST /settings/import HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: none\r\n"
            + "Content-Type: multipart/form-data; boundary=xyz\r\nContent-Length: 500000000\r\n\r\n"
        let piece = String(repeating: "x", count: 60_000)
        let answer = await RawConnection.exchange(
            site.port,
            [head] + Array(repeating: piece, count: 10),
            pauseMicroseconds: 100_000
        )
        #expect(answer.isClosed)
    }
}
