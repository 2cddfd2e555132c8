/// The rate limits, or none where they are switched off (`MOEUM_LIMITS`). Each feature declares its own in an extension.
package struct RateLimits: Sendable {
    package let areOn: Bool
    package let rejections = RateLimitRejections()

    package init(areOn: Bool) { self.areOn = areOn }

    package func limit(_ name: String, atOnce burst: Int, thenOneEach interval: Duration) -> RateLimit? {
        areOn ? RateLimit(name, atOnce: burst, thenOneEach: interval, rejections: rejections) : nil
    }
}
