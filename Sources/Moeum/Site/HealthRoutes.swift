import Hummingbird
import Logging

/// The health check: whether the site can do its work, writing included.
struct HealthRoutes: RouteGroup {
    let database: any Database
    /// Whose disk has to have room: SQLite writes little pages into a log that has room left on a disk that is full.
    let folder: String
    /// Bytes.
    var leastRoom: Int64 = 1 << 20
    let logger: Logger
    /// How long the check may take; a later answer would exceed the caller's own limit.
    var timeout = Duration.seconds(2)

    func mount(on router: Router<AppRequestContext>) {
        router.get("/healthz", for: .anyone, use: showHealth)
    }

    @Sendable func showHealth(_ context: AppRequestContext) async throws -> Response {
        var fault: String?
        do {
            if let room = DurableFile.room(at: folder), room < leastRoom {
                fault = "the disk is full"
                throw DatabaseError.failing("\(room) bytes are free beside \(folder)")
            }
            try await database.checkWritable(within: timeout)
        } catch {
            fault = fault ?? "the database takes no writes"
            logger.error("fault", metadata: ["id": .string(context.requestID), "error": .string("\(error)")])
        }
        return Response(
            status: fault == nil ? .ok : .serviceUnavailable,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "\(fault ?? "ok")\n"))
        )
    }
}
