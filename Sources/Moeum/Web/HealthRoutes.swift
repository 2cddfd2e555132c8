import Hummingbird

/// Tells a supervisor whether the site can do its work, writing included.
struct HealthRoutes {
    let database: any Database

    func mount(on router: Router<AppRequestContext>) {
        router.get("/healthz", use: showHealth)
    }

    @Sendable func showHealth(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let isWritable: Bool
        do {
            try await database.checkWritable()
            isWritable = true
        } catch {
            isWritable = false
        }
        return Response(
            status: isWritable ? .ok : .serviceUnavailable,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: isWritable ? "ok\n" : "the database takes no writes\n"))
        )
    }
}
