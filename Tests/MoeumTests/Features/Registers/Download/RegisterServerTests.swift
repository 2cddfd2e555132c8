import Foundation
import Testing

@testable import Moeum
@testable import Web

/// The client of the registers' server, against one that answers well and badly.
@Suite(.cleanup)
struct RegisterServerTests {
    private static let download = RegisterDownload(slug: "rest_cafes", authority: "3000000")
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)

    private func fetch(_ address: String, upTo limit: Int = 1_000) async throws -> [UInt8] {
        let path = "\(try temporaryFolder())/file"
        try await RegisterServer(address: address).fetch(Self.download, to: path, upTo: limit, at: Self.now)
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    private func failure(_ reply: RegisterFileServer.Reply, upTo limit: Int = 1_000) async throws
        -> RegisterServer.Failure
    {
        let address = try await RegisterFileServer { _, _ in reply }.start()
        return try #require(
            await #expect(throws: RegisterServer.Failure.self) { try await fetch(address, upTo: limit) }
        )
    }

    @Test("The files of all districts make up the register of licences") func listFiles() {
        let licences = RegisterDownload.all(of: .licences, authorities: [3_010_000, 3_000_000])
        let paths = [
            "/file/download/general_restaurants/info?orgCode=3000000",
            "/file/download/general_restaurants/info?orgCode=3010000",
            "/file/download/rest_cafes/info?orgCode=3000000", "/file/download/rest_cafes/info?orgCode=3010000",
        ]
        #expect(licences.map(\.path) == paths)
        let designations = RegisterDownload.all(of: .designations, authorities: [3_000_000])
        #expect(designations.map(\.path) == ["/file/download/excellent_restaurant_info/info?orgCode=6110000_ALL"])
        #expect(RegisterDownload.all(of: .grades, authorities: [3_000_000]).isEmpty)
    }

    @Test("A file comes byte by byte as it is, asked for as a browser asks") func fetchFile() async throws {
        let server = RegisterFileServer { _, _ in .init(body: "\u{FEFF}\"관리번호\"\r\n") }
        let address = try await server.start()
        #expect(try await fetch(address) == Array("\u{FEFF}\"관리번호\"\r\n".utf8))
        let request = try #require(server.requests.withLock { $0.first })
        #expect(request.download == Self.download)
        #expect(request.headers["user-agent"]?.hasPrefix("Mozilla/5.0 (") == true)
        #expect(request.headers["referer"] == "\(address)/")
        #expect(request.headers["cookie"] == nil)
    }

    @Test("A redirect, a refusal and a web page mean that the server does not want to be asked")
    func seeRefusals() async throws {
        let page = "\r\n<!DOCTYPE html><title>error</title>"
        let replies = [
            RegisterFileServer.Reply(status: 302, headers: ["Location": "/error.html"]),
            .init(status: 401), .init(status: 403, body: page), .init(body: page),
            .init(body: "\u{FEFF}\(page)"), .init(headers: ["Content-Type": "text/html;charset=UTF-8"], body: "sorry"),
        ]
        for reply in replies {
            guard case .refused(let reason) = try await failure(reply) else {
                Issue.record("\(reply)")
                continue
            }
            #expect(reason.contains("rest_cafes-3000000.csv"))
        }
    }

    @Test("A server that lacks a file may have others", arguments: [400, 404, 410, 451])
    func lackFile(_ status: Int) async throws {
        guard case .missing(let reason) = try await failure(.init(status: status)) else {
            Issue.record("\(status)")
            return
        }
        #expect(reason.contains("rest_cafes-3000000.csv"))
    }

    @Test("A server that is busy is left alone for a minute at the least, and a week at the most")
    func readRetryAfter() async throws {
        func wait(_ status: Int, _ retryAfter: String?) async throws -> RegisterServer.Failure {
            try await failure(.init(status: status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:]))
        }
        for (retryAfter, seconds) in [
            (nil, 60.0), ("5", 60), ("90", 90), ("soon", 60), ("-5", 60), ("99999999999", 604_800),
            ("Mon, 21 Sep 2026 14:30:00 GMT", 1_000), ("Mon, 21 Sep 2020 14:30:00 GMT", 60),
        ] as [(String?, TimeInterval)] {
            #expect(try await wait(429, retryAfter) == .busy(seconds), "\(retryAfter ?? "none")")
        }
        #expect(try await wait(503, "120") == .busy(120))
    }

    @Test("A server that fails may be asked again") func seeFailures() async throws {
        for reply in [RegisterFileServer.Reply(status: 500), .init(status: 503), .init(status: 408), .init(body: "")] {
            guard case .failed = try await failure(reply) else {
                Issue.record("\(reply)")
                continue
            }
        }
        await #expect(throws: RegisterServer.Failure.self) { try await fetch("http://127.0.0.1:1") }
    }

    @Test("Half a file is no file") func refuseHalf() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nContent-Length: 900\r\n\r\n"
        let port = try RawServer.start(head + "\"관리번호\"\r\n")
        let error = await #expect(throws: RegisterServer.Failure.self) { try await fetch("http://127.0.0.1:\(port)") }
        guard case .failed(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("rest_cafes-3000000.csv did not come: "))
    }

    @Test("A file that cannot be written did not come, and the disk may have room later") func reportDisk() async throws
    {
        let address = try await RegisterFileServer { _, _ in .init(body: "1") }.start()
        let error = await #expect(throws: RegisterServer.Failure.self) {
            try await RegisterServer(address: address)
                .fetch(Self.download, to: "/dev/null/file", upTo: 10, at: Self.now)
        }
        guard case .failed? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A file has a greatest size") func limitSize() async throws {
        let address = try await RegisterFileServer { _, _ in .init(body: String(repeating: "1", count: 1_000)) }.start()
        #expect(try await fetch(address, upTo: 1_000).count == 1_000)
        let failure = await #expect(throws: RegisterServer.Failure.self) { try await fetch(address, upTo: 999) }
        guard case .missing? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }
}
