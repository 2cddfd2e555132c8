import Foundation
import Hummingbird
import ServiceLifecycle
import Synchronization
import Testing

@testable import Moeum
@testable import Web

/// The client against a server of its own that answers well and badly.
@Suite(.cleanup)
struct HTTPClientTests {
    /// From which ports requests came: one for each connection.
    private final class Peers: Sendable {
        private let ports = Mutex<[Int?]>([])
        var all: [Int?] { ports.withLock { $0 } }
        func add(_ port: Int?) { ports.withLock { $0.append(port) } }
    }

    private struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let port: Int?

        init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            port = source.channel.remoteAddress?.port
        }
    }

    private static func server() async throws -> (address: String, peers: Peers) {
        let peers = Peers()
        let router = Router(context: Context.self)
        router.get("/fine") { _, context -> String in
            peers.add(context.port)
            return "fine"
        }
        router.get("/missing") { _, _ in Response(status: .notFound, body: .init(byteBuffer: ByteBuffer(string: "no")))
        }
        router.get("/elsewhere") { _, _ in Response(status: .found, headers: [.location: "/fine"]) }
        router.get("/large/:size") { _, context in
            let size = try context.parameters.require("size", as: Int.self)
            return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(repeating: 65, count: size)))
        }
        router.get("/never") { _, context -> String in
            peers.add(context.port)
            try? await gracefulShutdown()
            return ""
        }
        return ("http://127.0.0.1:\(try await LiveRouter.start(router))", peers)
    }

    private static let client = HTTPClient()

    @discardableResult
    private static func get(_ address: String, timeout: Duration = .seconds(600), upTo limit: Int = 1_000) async throws
        -> HTTPClient.Response
    {
        try await client.get(address, timeout: timeout, upTo: limit)
    }

    @Test("Status and body arrive, and redirects are not followed") func fetchAnswer() async throws {
        let (address, _) = try await Self.server()
        let fine = try await Self.get("\(address)/fine")
        #expect(fine.status == 200 && String(decoding: fine.body, as: UTF8.self) == "fine")
        let missing = try await Self.get("\(address)/missing")
        #expect(missing.status == 404 && missing.body == Array("no".utf8))
        let moved = try await Self.get("\(address)/elsewhere")
        #expect(moved.status == 302)
    }

    @Test("A body may have so many bytes and no more") func limitBody() async throws {
        let (address, _) = try await Self.server()
        let whole = try await Self.get("\(address)/large/100000", upTo: 100_000)
        #expect(whole.body.count == 100_000)
        await #expect(throws: HTTPClient.Error.tooLarge) {
            try await Self.get("\(address)/large/100001", upTo: 100_000)
        }
    }

    @Test("A server that never answers is given up") func giveUpSilent() async throws {
        let (address, _) = try await Self.server()
        await #expect(throws: HTTPClient.Error.unreachable("Timeout was reached")) {
            try await Self.get("\(address)/never", timeout: .milliseconds(50))
        }
    }

    @Test("A cancelled task waits no longer") func cancelWait() async throws {
        let (address, peers) = try await Self.server()
        let task = Task { try await Self.get("\(address)/missing") }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // Also once it is on its way.
        let late = Task { try await Self.get("\(address)/never") }
        while peers.all.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test(
        "A failure is described without the address",
        arguments: ["http://127.0.0.1:1/", "file:///etc/hostname", "nonsense", ""]
    )
    func hideAddress(_ address: String) async throws {
        let error = await #expect(throws: HTTPClient.Error.self) { try await Self.get(address) }
        guard case .unreachable(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty && (address.isEmpty || !reason.contains(address)))
    }

    @Test("A connection serves the next request too") func reuseConnection() async throws {
        let (address, peers) = try await Self.server()
        let client = HTTPClient()
        for _ in 1...3 { _ = try await client.get("\(address)/fine", timeout: .seconds(600), upTo: 10) }
        #expect(Set(peers.all).count == 1 && peers.all.count == 3)
    }

    @Test("Many requests run side by side") func runTogether() async throws {
        let (address, _) = try await Self.server()
        let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
            for size in 1...50 {
                group.addTask { try await Self.get("\(address)/large/\(size)").body.count }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(sizes == Set(1...50))
    }
}
