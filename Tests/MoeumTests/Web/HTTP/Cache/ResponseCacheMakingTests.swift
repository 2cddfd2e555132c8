import Foundation
import HTTPTypes
import Hummingbird
import RouterClient
import Testing

@testable import Database
@testable import Moeum
@testable import Web

/// Who makes an answer that is not kept, who waits for it, and how much is kept.
struct ResponseCacheMakingTests {
    @Test("Requests that miss an answer at once wait for one") func makeOnce() async throws {
        let made = Counter()
        let router = Router(context: AppRequestContext.self)
        let (cache, gate) = (Self.cache(bytes: 1 << 20), Turns(0))
        router.add(middleware: CacheOnly(cache: cache))
        router.get("/page") { _, _ in
            made.add()
            await gate.acquire()
            return Self.page(Array("page".utf8))
        }
        let client = try RouterClient(router)
        // Anyone who asks before it is made waits; nobody makes another.
        try await Self.askTwenty(client) { gate.release() }
        #expect(made.value == 1)
    }

    /// A write outdates each answer before it is finished. Anyone who came before that write takes it all the same; otherwise
    /// all of them would make their own, one after another.
    @Test("A request that waits under steady writes takes an answer made since it came")
    func takeRecent() async throws {
        let (made, changes, arrivals, gate) = (Counter(), DataChanges(), Turns(0), Turns(0))
        let router = Router(context: AppRequestContext.self)
        let cache = Self.cache(bytes: 1 << 20, changes)
        router.add(middleware: CacheOnly(cache: cache) { arrivals.release() })
        router.get("/page") { _, _ in
            made.add()
            ReadRecorder.current?.add(.all, since: changes.number)
            if made.value == 1 { await gate.acquire() }
            changes.change(.all)
            return Self.page(Array("page".utf8))
        }
        let client = try RouterClient(router)
        try await Self.askTwenty(client) {
            for _ in 1...20 { await arrivals.acquire() }
            gate.release()
        }
        // One who was slow to look may have made another.
        #expect(made.value < 10)
        // What is outdated is nobody's who comes later.
        let before = made.value
        _ = try await client.execute(uri: "/page", method: .get)
        #expect(made.value == before + 1)
    }

    /// A page that is somebody's own is made for each, no matter who waited.
    @Test("A failure or a reader's own page is given to nobody else") func shareNoOwnPage() async throws {
        let made = Counter()
        let router = Router(context: AppRequestContext.self)
        router.add(middleware: CacheOnly(cache: Self.cache(bytes: 1 << 20)))
        router.get("/own") { _, _ in
            made.add()
            return Response(status: .ok, headers: [.cacheControl: "private, no-store"])
        }
        router.get("/fails") { _, _ -> Response in
            made.add()
            throw HTTPError(.internalServerError)
        }
        let client = try RouterClient(router)
        for path in ["/own", "/fails"] {
            await withTaskGroup(of: Void.self) { tasks in
                for _ in 1...10 { tasks.addTask { _ = try? await client.execute(uri: path, method: .get) } }
            }
        }
        #expect(made.value == 20)
    }

    @Test("Its memory is bounded") func limitMemory() async throws {
        let made = Counter()
        let router = Router(context: AppRequestContext.self)
        router.add(middleware: CacheOnly(cache: Self.cache(bytes: 400_000)))
        router.get("/page") { _, _ in
            made.add()
            return Self.page([UInt8](repeating: 32, count: 20_000))
        }
        let client = try RouterClient(router)
        for number in 1...100 { _ = try await client.execute(uri: "/page?\(number)", method: .get) }
        _ = try await client.execute(uri: "/page?100", method: .get)
        #expect(made.value == 100)
        _ = try await client.execute(uri: "/page?1", method: .get)
        #expect(made.value == 101)
    }

    private static func page(_ bytes: [UInt8]) -> Response {
        Response(status: .ok, headers: [.cacheControl: "public, max-age=0"], body: ResponseBody(bytes: bytes))
    }

    /// Asks for the page twenty times at once.
    /// - Parameter go: called once all have been sent on their way.
    private static func askTwenty(_ client: RouterClient, _ go: () async -> Void) async throws {
        try await withThrowingTaskGroup(of: String.self) { tasks in
            for _ in 1...20 {
                tasks.addTask { String(buffer: try await client.execute(uri: "/page", method: .get).body) }
            }
            await go()
            for try await text in tasks { #expect(text == "page") }
        }
    }

    private static func cache(bytes: Int, _ changes: DataChanges = DataChanges()) -> ResponseCache {
        changes.setListening(true)
        return ResponseCache(
            bytes: bytes,
            choiceNames: [],
            changes: changes,
            lifetime: nil,
            maintenance: Maintenance(),
            clock: { Date(timeIntervalSince1970: 1_000) }
        )
    }

    /// The cache without the rest of the pipeline.
    private struct CacheOnly: RouterMiddleware {
        let cache: ResponseCache
        var onArrival: @Sendable () -> Void = {}

        func handle(
            _ request: Request,
            context: AppRequestContext,
            next: (Request, AppRequestContext) async throws -> Response
        ) async throws -> Response {
            onArrival()
            guard let key = cache.key(of: request) else { return try await next(request, context) }
            return try await cache.response(to: request, for: key, route: { nil }) { try await next($0, context) }
                .response
        }
    }
}
