import Foundation
import Testing

@testable import Moeum

/// Sanctions by the clock of the running site, which does not stand still as that of other tests does.
@Suite(.cleanup)
struct SanctionClockTests {
    /// A start that was written down as later than it is would leave reviews in sight, as often as a time is rounded up.
    @Test("A suspension hides reviews at every fraction of a millisecond") func hideAtAnyTime() async throws {
        let site = try await TestSite()
        let app = try App(config: site.app.config, database: site.app.database, logger: site.app.logger)
        let (_, author, review) = try await site.reviewed()
        for _ in 1...20 {
            let isShown = try await app.database.write { transaction in
                let audit = AuditContext(
                    actor: .command,
                    reason: .spam,
                    at: app.clock(),
                    emailRenderer: app.emailRenderer
                )
                try transaction.imposeSanction(.suspension, on: author, audit)
                let isShown = try transaction.review(review)?.isShown
                for sanction in try transaction.sanctions(of: author) where sanction.liftedAt == nil {
                    try transaction.liftSanction(
                        sanction,
                        AuditContext(actor: .command, at: app.clock(), emailRenderer: app.emailRenderer)
                    )
                }
                return isShown
            }
            #expect(isShown == false)
            #expect(try await app.database.read { try $0.review(review)?.isShown } == true)
        }
    }
}
