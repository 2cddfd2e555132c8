import Hummingbird
import Logging

/// Tells a supervisor whether the site can do its work, writing included.
struct HealthRoutes {
    let database: any Database
    let logger: Logger
    /// Whoever asks has a limit of its own; an answer after that would be none.
    var patience = Duration.seconds(2)

    func mount(on router: Router<AppRequestContext>) {
        router.get("/healthz", use: showHealth)
    }

    @Sendable func showHealth(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let isWritable: Bool
        do {
            try await database.checkWritable(within: patience)
            isWritable = true
        } catch {
            isWritable = false
            logger.error("fault", metadata: ["id": .string(context.requestID), "error": .string("\(error)")])
        }
        return Response(
            status: isWritable ? .ok : .serviceUnavailable,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: isWritable ? "ok\n" : "the database takes no writes\n"))
        )
    }
}
