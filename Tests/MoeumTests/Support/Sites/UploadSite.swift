import Foundation
import Testing

@testable import Moeum

/// The site behind a socket and somebody signed in who sends forms with files as no browser would.
struct UploadSite: Sendable {
    /// A form with files of the site.
    struct Target: Sendable, CustomTestStringConvertible {
        let name: String
        /// `PLACE` stands for a place's id.
        let path: String
        let field: String
        /// The status when a photo was taken.
        let success: Int

        static let upload = Target(name: "upload", path: "/uploads", field: "file", success: 201)
        static let review = Target(name: "review", path: "/places/PLACE/reviews", field: "photos[]", success: 200)
        static let all = [upload, review]

        var testDescription: String { name }
    }

    /// What a request may not leave behind.
    struct Traces: Equatable {
        /// All below the data directory.
        var files: Set<String>
        var rows: [String: Int64]
    }

    let live: LiveSite
    let target: Target
    let place: Place.ID
    let cookie: String

    init(_ target: Target, limits: (inout ServerLimits) -> Void = { _ in }) async throws {
        let live = try await LiveSite(settings: ["MOEUM_LIMITS": "off"], limits: limits)
        let session = SecretToken()
        place = try await live.app.database.write { transaction in
            let account = try #require(try transaction.insertAccount(Self.input(), at: live.app.clock()))
            let origin = DeviceOrigin(device: Device(userAgent: nil), network: "203.0.113.x")
            try transaction.beginSession(of: account, session, isRemembered: true, from: origin, at: live.app.clock())
            let place = try transaction.first("SELECT id FROM places ORDER BY id LIMIT 1") {
                try $0.id(0) as Place.ID
            }
            return try #require(place)
        }
        cookie = "\(live.app.config.cookies.sessionName)=\(session.text)"
        (self.live, self.target) = (live, target)
    }

    private static func input() throws -> Account.Input {
        Account.Input(
            email: try EmailAddress("garam@haneul.example"),
            nickname: try Nickname("garam", reserved: ReservedNames("")),
            passwordHash: nil,
            language: .korean,
            theme: .auto,
            verifiedAt: .now
        )
    }

    /// The head of a request from the site's own page.
    /// - Parameters:
    ///   - length: as Content-Length says it; nil for none.
    ///   - proof: what shows that the form is the site's own.
    func head(
        length: Int?,
        type: String = FormFixture().contentType,
        proof: String = "Sec-Fetch-Site: same-origin\r\n",
        more: String = "Connection: close\r\n"
    ) -> String {
        let path = target.path.replacing("PLACE", with: String(place))
        let length = length.map { "Content-Length: \($0)\r\n" } ?? ""
        return "POST \(path) HTTP/1.1\r\nHost: moeum.example\r\nCookie: \(cookie)\r\nContent-Type: \(type)\r\n"
            + "\(proof)\(length)\(more)\r\n"
    }

    /// Sends bytes, and then nothing until the server closes.
    /// - Parameter endsSending: hangs up after the last of them.
    func send(_ pieces: [[UInt8]], pauseMicroseconds: UInt32 = 0, endsSending: Bool = false) async
        -> RawConnection.Answer
    {
        await RawConnection.onThread { [port = live.port] in
            guard let connection = RawConnection(port) else { return .init() }
            defer { connection.close() }
            for piece in pieces {
                guard connection.send(piece) else { break }
                usleep(pauseMicroseconds)
            }
            if endsSending { connection.endSending() }
            return connection.receive()
        }
    }

    /// Sends a whole form.
    func send(_ body: [UInt8], type: String = FormFixture().contentType) async -> RawConnection.Answer {
        await send([Array(head(length: body.count, type: type).utf8), body])
    }

    /// A page as this person sees it.
    func get(_ path: String) async -> RawConnection.Answer {
        let head = "GET \(path) HTTP/1.1\r\nHost: moeum.example\r\nCookie: \(cookie)\r\nConnection: close\r\n\r\n"
        return await send([Array(head.utf8)])
    }

    /// A form that only sends photos up, with one of them.
    func form(_ picture: [UInt8] = PictureFixture.png(), name: String = "photo.png") -> FormFixture {
        var form = FormFixture()
        form.add("act", "upload")
        form.add(target.field, fileName: name, type: "image/png", picture)
        return form
    }

    func traces() async throws -> Traces {
        let folder = live.app.config.dataDirectory
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        let rows = try await live.app.database.read { transaction in
            [
                "photos": try transaction.first("SELECT COUNT(*) FROM photos") { try $0.int64(0) } ?? 0,
                "photo_blobs": try transaction.first("SELECT COUNT(*) FROM photo_blobs") { try $0.int64(0) } ?? 0,
                "reviews": try transaction.first("SELECT COUNT(*) FROM reviews") { try $0.int64(0) } ?? 0,
                "idempotency_keys": try transaction.first("SELECT COUNT(*) FROM idempotency_keys") { try $0.int64(0) }
                    ?? 0,
            ]
        }
        return Traces(files: Set(paths), rows: rows)
    }

    /// What was coming in and should be gone.
    func uploadsLeft() async throws -> [String] {
        try await traces().files.filter { $0.hasPrefix("uploads/") }.sorted()
    }

    /// Waits until every request has ended, also those whose clients are gone.
    func stop() async throws {
        await live.stop()
        try await live.stopped()
    }
}
