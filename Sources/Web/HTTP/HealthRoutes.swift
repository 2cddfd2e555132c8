import Database
import Hummingbird
import Logging

/// The health check: whether the site can do its work, writing included.
package struct HealthRoutes: RouteGroup {
    package let database: any Database
    package let logger: Logger
    /// How long the check may take; a later answer would exceed the caller's own limit.
    package var patience: Duration

    package init(database: any Database, logger: Logger, patience: Duration = .seconds(2)) {
        self.database = database
        self.logger = logger
        self.patience = patience
    }

    package func mount(on router: Router<AppRequestContext>) {
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
