import Foundation
import Hummingbird

/// Counts each request that wants to change something, whatever becomes of it, so that no route is without a limit. What a
/// route makes has a narrower one, taken in the write that makes it and shared by all nodes.
package struct ChangeLimitMiddleware: RouterMiddleware {
    let limits: RateLimits
    let clock: @Sendable () -> Date
    private let limiter = LocalRateLimiter()

    package init(limits: RateLimits, clock: @escaping @Sendable () -> Date) {
        (self.limits, self.clock) = (limits, clock)
    }

    package func handle(_ request: Request, context: AppRequestContext, next: Next) async throws -> Response {
        let isChange = request.method != .get && request.method != .head && request.method != .options
        // An address that is none, or takes no such request, changes nothing.
        if isChange, context.endpointPath != nil {
            let retryAfter = limiter.consume(buckets(context), at: clock().milliseconds)
            if let retryAfter { throw Problem.rateLimited(retryAfter: retryAfter) }
        }
        return try await next(request, context)
    }

    private func buckets(_ context: AppRequestContext) -> [(limit: RateLimit?, subject: String)] {
        if let member = context.member { return [(limits.changes, String(member.id))] }
        return NetworkAddress(context.clientAddress).buckets(of: limits.changesFromAddress)
    }
}

extension RateLimits {
    /// Requests of one account to one node that want to change something; above what one of the narrower limits allows at once.
    package var changes: RateLimit? { limit("change", atOnce: 3_000, thenOneEach: .seconds(1)) }
    /// The same of one network address without a session, behind which many people may be.
    package var changesFromAddress: RateLimit? { limit("change-address", atOnce: 3_000, thenOneEach: .seconds(1)) }
}
