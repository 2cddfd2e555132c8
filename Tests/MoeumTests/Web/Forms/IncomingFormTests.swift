import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import RouterClient
import Synchronization
import Testing

@testable import Moeum
@testable import Web

/// Forms with files as a route gets them: who may send them, what is kept of them, and that nothing else stays.
@Suite(.cleanup)
struct IncomingFormTests {
    private static let boundary = "multipart/form-data; boundary=xyz"

    private static func part(_ disposition: String, _ content: String) -> String {
        "--xyz\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n"
    }

    private static let file = part("name=photo; filename=\"../../a\"", "abc")

    /// What a handler saw.
    private struct Seen: Equatable {
        var first: [String] = []
        var items: [String] = []
        var files: [String] = []
    }

    /// Reads a form of somebody anonymous and gives what was seen of it; whatever happens, no file may stay.
    private func read(
        _ body: String,
        type: String = boundary,
        rules: (inout FileRules) -> Void = { _ in }
    ) async throws -> Seen {
        try await Cleanup.run {
            let folder = try temporaryFolder()
            let uploads = folder + "/in/here"
            var fileRules = FileRules(folder: uploads, files: 2, bytesPerFile: 100, fieldBytes: 50)
            rules(&fileRules)
            let incoming = try await Self.form(body, [.contentType: type], fileRules)
            let seen: Result<Seen, any Error>
            do { seen = .success(try await see(incoming)) } catch { seen = .failure(error) }
            await incoming.discardFiles()
            #expect((try? FileManager.default.contentsOfDirectory(atPath: uploads)) ?? [] == [])
            return try seen.get()
        }
    }

    private static func form(_ body: String, _ headers: HTTPFields, _ rules: FileRules) async throws -> IncomingForm {
        var head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")
        head.headerFields = headers
        var context = AppRequestContext(
            source: ApplicationRequestContextSource(
                channel: EmbeddedChannel(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        context.request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))
        return try await IncomingForm(context, rules) { form in
            if form["csrf"] == "wrong" { throw Problem.crossSite }
        }
    }

    /// A form that nothing is read of yet.
    private func incoming<Result>(
        _ body: String,
        _ headers: HTTPFields = [:],
        _ look: (IncomingForm) async throws -> Result
    ) async throws -> Result {
        var headers = headers
        headers[.contentType] = Self.boundary
        return try await look(try await Self.form(body, headers, FileRules(folder: "/dev/null", bytesPerFile: 100)))
    }

    private func see(_ incoming: IncomingForm) async throws -> Seen {
        var seen = Seen()
        seen.first = try await incoming.fieldsBeforeFiles().items.map(\.name)
        let (context, files) = try await incoming.read()
        seen.items = context.form.items.map { "\($0.name)=\($0.value)" }
        for file in files {
            switch file.content {
            case .failure(let rejection): seen.files.append("\(file.field) \(rejection.rawValue)")
            case .success(let upload):
                let attributes = try FileManager.default.attributesOfItem(atPath: upload.path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                seen.files.append("\(file.field) \(try String(contentsOfFile: upload.path, encoding: .utf8))")
            }
        }
        return seen
    }

    @Test("Fields are known before the files, and files are on disk") func readFieldsFirst() async throws {
        let body = Self.part("name=csrf", "token") + Self.file + Self.part("name=words", "line\r\nline") + "--xyz--"
        let seen = try await read(body)
        #expect(seen == Seen(first: ["csrf"], items: ["csrf=token", "words=line\r\nline"], files: ["photo abc"]))
        let none = Self.part("name=a; filename=\"\"", "") + Self.part("name=b", "1") + "--xyz--"
        #expect(try await read(none) == Seen(first: ["b"], items: ["b=1"]))
    }

    @Test("A plain form is one without files") func readPlainForm() async throws {
        let seen = try await read("a=1&b=2", type: "application/x-www-form-urlencoded")
        #expect(seen == Seen(first: ["a", "b"], items: ["a=1", "b=2"]))
        await #expect(throws: Problem.self) { try await read("{}", type: "application/json") }
    }

    @Test("A file that is too large loses nothing else") func skipLargeFile() async throws {
        let large = Self.part("name=photo; filename=large", String(repeating: "x", count: 101))
        let body = large + Self.file + Self.file + Self.part("name=words", "kept") + "--xyz--"
        let seen = try await read(body)
        #expect(seen.items == ["words=kept"])
        #expect(seen.files == ["photo too-large", "photo abc", "photo too-many"])
    }

    @Test("A disk that takes nothing loses no words") func surviveFullDisk() async throws {
        let seen = try await read(Self.file + Self.part("name=words", "kept") + "--xyz--") { rules in
            rules = FileRules(folder: "/dev/null/in", bytesPerFile: 100)
        }
        #expect(seen.items == ["words=kept"])
        #expect(seen.files == ["photo unwritten"])
    }

    @Test("A body that is announced as too long keeps its first fields") func keepFirstFields() async throws {
        let body = Self.part("name=words", "kept") + Self.file + "--xyz--"
        let (form, hasFiles) = try await incoming(body, [.contentLength: "\(1 << 30)"]) { incoming in
            let form = try await incoming.fieldsBeforeFiles()
            await #expect(throws: Problem.tooLarge) { try await incoming.read() }
            return (form, incoming.hasFiles)
        }
        #expect(form["words"] == "kept" && hasFiles)
        // Who waits to be asked for it never sends it.
        await #expect(throws: Problem.tooLarge) {
            try await incoming(body, [.contentLength: "\(1 << 30)", .expect: "100-continue"]) { _ in }
        }
    }

    @Test("Of a sender without a session so much is read and no more") func limitStrangers() async throws {
        let body = Self.part("name=words", "kept") + Self.file + Self.part("name=more", "words") + "--xyz--"
        #expect(try await incoming(body) { try await $0.textFields(within: 0)?.items.count } == nil)
        #expect(
            try await incoming(body) { try await $0.textFields(within: 1_000)?.items.map(\.name) } == ["words", "more"]
        )
    }

    @Test("A body and its fields have a greatest size") func limitBody() async throws {
        let limit = FileRules(folder: "", files: 2, bytesPerFile: 100, fieldBytes: 50).maxBytes
        let endless = Self.part("name=photo; filename=large", String(repeating: "x", count: limit)) + "--xyz--"
        await #expect(throws: Problem.tooLarge) { try await read(endless) }
        let field = Self.part("name=a", String(repeating: "x", count: 51)) + "--xyz--"
        await #expect(throws: Problem.tooLarge) { try await read(field) }
    }

    @Test(
        "A form that is refused leaves no file",
        arguments: [
            file + "--xy", file + part("name=csrf", "wrong") + "--xyz--", "no form",
        ]
    )
    func leaveNoFile(_ body: String) async {
        await #expect(throws: Problem.self) { try await read(body) }
    }
}

/// The site's own shape of such a route, on a router.
@Suite(.cleanup)
struct FileRouteTests {
    private static func body(token: String?, after: String? = nil) -> String {
        let first = token.map { "--xyz\r\nContent-Disposition: form-data; name=csrf\r\n\r\n\($0)\r\n" } ?? ""
        let last = after.map { "--xyz\r\nContent-Disposition: form-data; name=csrf\r\n\r\n\($0)\r\n" } ?? ""
        let words = "--xyz\r\nContent-Disposition: form-data; name=words\r\n\r\nhello\r\n"
        let file = "--xyz\r\nContent-Disposition: form-data; name=photo; filename=a\r\n\r\nabc\r\n"
        return first + words + file + last + "--xyz--"
    }

    /// Sends a form to a route for members and gives the status, and whether the handler ran and read the files.
    private func send(
        _ body: String,
        isMember: Bool = true,
        site: String? = "same-origin"
    ) async throws -> (status: Int, log: [String], kept: [String]) {
        try await Cleanup.run {
            let folder = try temporaryFolder()
            let log = Log()
            let router = Router(context: AppRequestContext.self)
            router.add(middleware: LogIn(isMember: isMember, log: log))
            router.add(middleware: CrossSiteGuard(try Config { ["MOEUM_RESOURCES": Project.root.path][$0] }))
            let rules = FileRules(folder: folder, files: 2, bytesPerFile: 100)
            router.post("/x", for: .member, files: rules) { _, incoming in
                log.add("begun")
                let (context, files) = try await incoming.read()
                log.add("\(context.form["words"] ?? "") \(files.count)")
                return Response(status: .noContent)
            }
            let client = try RouterClient(router)
            var headers: HTTPFields = [.contentType: "multipart/form-data; boundary=xyz"]
            headers[.secFetchSite] = site
            let status = try await client.execute(
                uri: "/x",
                method: .post,
                headers: headers,
                body: ByteBuffer(string: body)
            ).status.code
            return (status, log.lines, try FileManager.default.contentsOfDirectory(atPath: folder))
        }
    }

    @Test("A member's form of this site reaches its handler") func acceptMember() async throws {
        for (body, site) in [(Self.body(token: nil), "same-origin"), (Self.body(token: "right"), nil)] {
            let answer = try await send(body, site: site)
            #expect(answer.status == 204)
            #expect(answer.log == ["begun", "hello 1"])
            #expect(answer.kept == [])
        }
    }

    @Test("Without proof of the same site no file is read") func needProof() async throws {
        for (body, site) in [
            (Self.body(token: nil), nil), (Self.body(token: "wrong"), "same-origin"),
            (Self.body(token: nil, after: "right"), nil), (Self.body(token: "right"), "cross-site"),
        ] {
            let answer = try await send(body, site: site)
            #expect(answer.status == 403)
            #expect(answer.log == [])
        }
        let late = try await send(Self.body(token: nil, after: "wrong"))
        #expect(late.status == 403 && late.log == ["begun"] && late.kept == [])
    }

    @Test("Without a session the words are kept") func keepWords() async throws {
        for body in [Self.body(token: nil), Self.body(token: "old")] {
            let answer = try await send(body, isMember: false)
            #expect(answer.status == 401)
            #expect(answer.log == ["hello"])
            #expect(answer.kept == [])
        }
        #expect(try await send("no form", isMember: false).log == [""])
    }

    /// Notes the words that a login is to give back.
    private struct LogIn: RouterMiddleware {
        let isMember: Bool
        let log: Log

        func handle(
            _ request: Request,
            context: AppRequestContext,
            next: (Request, AppRequestContext) async throws -> Response
        ) async throws -> Response {
            var context = context
            context.request = request
            if isMember {
                context.member = Member(
                    id: 1,
                    sessionID: 1,
                    nickname: "nick",
                    role: .member,
                    isVerified: true,
                    isSuspended: false,
                    isRestrictedFromPosting: false,
                    hasTwoFactor: false,
                    confirmedAt: .now,
                    formToken: "right"
                )
                context.formToken = "right"
            }
            do { return try await next(request, context) } catch let again as FormToSendAgain {
                throw again.problem
            } catch let needed as LoginNeeded {
                log.add(needed.form?["words"] ?? "")
                return Response(status: .unauthorized)
            }
        }
    }

    private final class Log: Sendable {
        private let state = Mutex<[String]>([])
        var lines: [String] { state.withLock { $0 } }
        func add(_ line: String) { state.withLock { $0.append(line) } }
    }
}
