import Database
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Public answers, kept until something that they were made from changes, or the minute ends: opening hours and the like are told
/// to the minute. What it answers is therefore never older than the last write acknowledged before the request came.
package final class ResponseCache: Sendable {
    struct Key: Hashable, Sendable {
        /// Path and query as they came.
        let target: String
        let variant: ResponseVariant
    }

    /// Two generations: when the younger is full it becomes the older, whose answers are then dropped unless they are used
    /// again.
    private struct Generations {
        var young: [Key: CachedResponse] = [:]
        var old: [Key: CachedResponse] = [:]
        var youngBytes = 0

        subscript(key: Key) -> (response: CachedResponse?, isOld: Bool) {
            if let response = young[key] { return (response, false) }
            return (old[key], true)
        }

        mutating func store(_ response: CachedResponse, for key: Key, limit: Int) {
            youngBytes += response.size - (young.updateValue(response, forKey: key)?.size ?? 0)
            guard youngBytes > limit else { return }
            (old, young, youngBytes) = (young, [:], 0)
        }
    }

    /// Those who wait for an answer that somebody else is making.
    private typealias Waiting = [CheckedContinuation<Bool, Never>]

    /// The longest answer that is kept, as a part of a generation.
    private static let largestPart = 8
    /// The longest address of a kept answer, in bytes.
    private static let longestTarget = 1_024

    private let bytesPerGeneration: Int
    private let choiceNames: Set<String>
    private let changes: DataChanges
    private let lifetime: TimeInterval?
    private let maintenance: Maintenance
    private let clock: @Sendable () -> Date
    private let generations = Mutex(Generations())
    private let making = Mutex<[Key: Waiting]>([:])
    private let counts = Mutex((hits: 0, misses: 0))

    /// - Parameters:
    ///   - bytes: how much memory it may take.
    ///   - choiceNames: the cookies of remembered choices beside language and theme; with others nothing is kept.
    ///   - changes: those of the database that the answers are made from.
    ///   - lifetime: the longest time, in seconds, that an answer is kept; nil for the rest of its minute.
    ///   - maintenance: while the site is closed nothing is answered from memory.
    package init(
        bytes: Int,
        choiceNames: Set<String>,
        changes: DataChanges,
        lifetime: TimeInterval?,
        maintenance: Maintenance,
        clock: @escaping @Sendable () -> Date
    ) {
        bytesPerGeneration = bytes / 2
        self.choiceNames = choiceNames
        (self.changes, self.lifetime, self.maintenance, self.clock) = (changes, lifetime, maintenance, clock)
    }

    /// How many answers came from memory, and how many had to be made.
    package var statistics: (hits: Int, misses: Int) { counts.withLock { $0 } }

    func variant(of fields: SelectingFields) -> ResponseVariant? { ResponseVariant(fields, choiceNames) }

    /// The key of a request that may be answered from memory.
    func key(of request: Request) -> Key? {
        guard !maintenance.isOn, request.method == .get || request.method == .head, let target = request.head.path,
            target.utf8.count <= Self.longestTarget, let variant = variant(of: SelectingFields(request.headers))
        else { return nil }
        return Key(target: target, variant: variant)
    }

    /// The kept answer, where it is what would be made now.
    /// - Parameter arrival: the last change before the request came; what was made since will do too.
    func response(for key: Key, since arrival: Int? = nil) -> CachedResponse? {
        let (found, isOld) = generations.withLock { $0[key] }
        guard !maintenance.isOn, let kept = found, kept.until > clock(), kept.suits(requestSince: arrival, changes)
        else {
            return nil
        }
        if isOld { generations.withLock { $0.store(kept, for: key, limit: bytesPerGeneration) } }
        counts.withLock { $0.hits += 1 }
        return kept
    }

    /// The kept answer, or a new one. Of several requests that miss it at once one makes it, and the others wait.
    /// - Parameters:
    ///   - route: the route's path, once the answer is made.
    ///   - make: makes the answer to a request without conditions.
    /// - Returns: the answer, and the path of the route that made it.
    func response(
        to request: Request,
        for key: Key,
        route: () -> String?,
        make: (Request) async throws -> Response
    ) async throws -> (response: Response, route: String?) {
        // Under steady writes anyone who waits would otherwise find each answer outdated.
        let arrival = changes.number
        while true {
            if let kept = response(for: key, since: arrival) { return (kept.response(to: request), kept.route) }
            // A page is not made for its head, and not kept where it is for one reader alone.
            if request.method == .head { break }
            guard let isKept = await waitForOther(making: key) else {
                return (try await makeAndStore(request, key, route, make), route())
            }
            if !isKept { break }
        }
        return (try await make(request), route())
    }

    /// Whether the answer that somebody else was making is kept now; nil where nobody was making it, and the caller must.
    private func waitForOther(making key: Key) async -> Bool? {
        let isFirst = making.withLock { making in
            guard making[key] == nil else { return false }
            making[key] = []
            return true
        }
        if isFirst { return nil }
        return await withCheckedContinuation { continuation in
            let isOver = making.withLock { making in
                guard making[key] != nil else { return true }
                making[key]?.append(continuation)
                return false
            }
            // It was finished in between; look again.
            if isOver { continuation.resume(returning: true) }
        }
    }

    private func makeAndStore(
        _ request: Request,
        _ key: Key,
        _ route: () -> String?,
        _ make: (Request) async throws -> Response
    ) async throws -> Response {
        var isKept = false
        defer {
            let waiting = making.withLock { $0.removeValue(forKey: key) } ?? []
            for continuation in waiting { continuation.resume(returning: isKept) }
        }
        guard let number = changes.number else { return try await make(request) }
        let until = end(ofAnswerAt: clock())
        let recorder = ReadRecorder()
        var head = request.head
        if head.headerFields[.ifNoneMatch] != nil { head.headerFields[.ifNoneMatch] = nil }
        let unconditional = Request(head: head, body: request.body)
        let made = try await ReadRecorder.$current.withValue(recorder) { try await make(unconditional) }
        guard CachedResponse.isPublic(made), let length = made.body.contentLength,
            length <= bytesPerGeneration / Self.largestPart
        else { return made.answering(request.headers[.ifNoneMatch]) }
        counts.withLock { $0.misses += 1 }
        let collector = BodyCollector()
        try await made.body.write(collector)
        let trace = recorder.trace(since: number)
        let response = CachedResponse(
            made,
            body: collector.bytes,
            route: route(),
            trace: trace ?? ReadTrace(number: number, columns: .all),
            until: until
        )
        guard let response else { return made }
        if trace != nil {
            generations.withLock { $0.store(response, for: key, limit: bytesPerGeneration) }
            isKept = true
        }
        return response.response(to: request)
    }

    private func end(ofAnswerAt now: Date) -> Date {
        let minute = Date(timeIntervalSince1970: (now.timeIntervalSince1970 / 60).rounded(.down) * 60 + 60)
        return lifetime.map { min(minute, now.addingTimeInterval($0)) } ?? minute
    }
}

extension Response {
    /// The answer without its body where the client has it already.
    fileprivate consuming func answering(_ ifNoneMatch: String?) -> Response {
        guard status == .ok, ETag.matches(ifNoneMatch, field: headers[.eTag]) else { return self }
        return Response(status: .notModified, headers: headers.withoutBody)
    }
}

/// Takes the bytes of an answer whose length is known. Used by one task.
private final class BodyCollector: ResponseBodyWriter {
    private(set) var bytes = ByteBuffer()

    func write(_ buffer: ByteBuffer) {
        if bytes.readableBytes == 0 { bytes = buffer } else { bytes.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) {}
}
