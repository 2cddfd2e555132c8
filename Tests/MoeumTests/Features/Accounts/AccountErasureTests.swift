import Foundation
import Testing

@testable import Moeum

/// Who is erased and when; `LeavingTests` looks at what is left.
@Suite(.cleanup)
struct AccountErasureTests {
    private func erasure(_ site: ArchiveSite) -> AccountEraser { site.app.accountMaintenance.eraser }

    private func leave(_ site: ArchiveSite, _ account: Account.ID, at date: Date) async throws {
        try await site.app.database.write {
            try $0.execute("UPDATE accounts SET leaving_at = \(date.milliseconds) WHERE id = \(account)")
        }
    }

    @Test("Somebody who came back is not erased") func cameBack() async throws {
        let site = try await ArchiveSite()
        let now = site.now
        try await leave(site, 1, at: now.addingTimeInterval(-Account.leavingPeriod * 2))
        let (limits, emailRenderer) = (Erasure.Limits(at: now), site.app.emailRenderer)
        let due = try await site.app.database.read { try $0.accountsToErase(limits, after: 0, limit: 9) }
        #expect(due == [1])
        try await site.app.database.write { try $0.execute("UPDATE accounts SET leaving_at = NULL WHERE id = 1") }
        #expect(try await site.app.database.write { try $0.eraseAccount(1, limits, by: emailRenderer) } == false)
        #expect(try await erasure(site).run(at: now) == 0)
        #expect(try await site.profile(1).count == 1)
    }

    @Test("Each account is erased once although several programs run") func eraseOnce() async throws {
        let site = try await ArchiveSite()
        let now = site.now
        for account: Account.ID in [1, 2] {
            try await leave(site, account, at: now.addingTimeInterval(-Account.leavingPeriod - 600))
        }
        let erasure = erasure(site)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...4 { group.addTask { try await erasure.run(at: now) } }
            return try await group.reduce(0, +)
        }
        #expect(counts == 2)
        for account in 1...2 {
            let mails = try await site.app.database.read { try $0.waitingMails(to: "a\(account)@moeum.example") }
            #expect(mails.map(\.kind) == ["left"])
        }
    }
}
