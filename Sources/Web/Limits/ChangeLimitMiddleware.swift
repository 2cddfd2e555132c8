import Database
import Foundation
import Hummingbird

/// Counts each request that wants to change something, whatever becomes of it, so that no route is without a limit. What a
/// route makes has a narrower one, taken in the write that makes it.
package struct ChangeLimitMiddleware: RouterMiddleware {
    let limits: RateLimits
    let database: any Database
    let clock: @Sendable () -> Date

    package init(limits: RateLimits, database: any Database, clock: @escaping @Sendable () -> Date) {
        (self.limits, self.database, self.clock) = (limits, database, clock)
    }

    package func handle(
        _ request: Request,
        context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let isChange = request.method != .get && request.method != .head && request.method != .options
        // An address that is none, or takes no such request, changes nothing.
        if limits.areOn, isChange, context.endpointPath != nil { try await count(context) }
        return try await next(request, context)
    }

    private func count(_ context: AppRequestContext) async throws {
        let (limits, now) = (limits, clock())
        let wait = try await database.write { transaction in
            guard let member = context.member else {
                let network = NetworkAddress(context.clientAddress)
                return try transaction.consumeRateLimit(limits.changesFromAddress, for: network, at: now.milliseconds)
            }
            return try transaction.consumeRateLimit(limits.changes, for: String(member.id), at: now.milliseconds)
        }
        if let wait { throw Problem.tooOften(after: wait) }
    }
}

extension RateLimits {
    /// Requests of one account that want to change something; above what one of the narrower limits allows at once.
    package var changes: RateLimit? { limit("change", atOnce: 3_000, thenOneEach: .seconds(1)) }
    /// The same of one network address without a session, behind which many people may be.
    package var changesFromAddress: RateLimit? { limit("change-address", atOnce: 3_000, thenOneEach: .seconds(1)) }
}
