import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What somebody told staff is theirs to take along.
@Suite(.cleanup)
struct ReportArchiveTests {
    @Test("The archive has reports and suggestions with their outcomes", arguments: TestEngine.available)
    func archiveReports(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let staff = try #require(try await site.people(1, "운영").first)
        let (place, _, review) = try await site.reviewed()
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        let account = try await site.reporter(browser, "가람")
        try await site.reporter(other, "나래")
        let target = AuditEntry.Target.review(review)
        let report = ["target": "\(target)", "reason": "spam", "detail": "=광고예요"]
        #expect(try await browser.post("/reports", report).status == .seeOther)
        #expect(try await other.post("/reports", report).status == .seeOther)
        let wrong = ["place_id": "\(place)", "kind": "phone", "value": "02 332 0000", "source": "전화했어요"]
        #expect(try await browser.post("/suggestions", wrong).status == .seeOther)
        #expect(try await browser.post("/suggestions", ["name": "작은 책방"]).status == .seeOther)
        try await site.decide(.dismiss, on: target, by: staff)
        let (reports, suggestions, name, district) = try await site.app.database.read { transaction in
            let found = try #require(try transaction.place(place))
            return (
                try ArchivePart.reports.rows(transaction, account),
                try ArchivePart.suggestions.rows(transaction, account), found.name, found.district
            )
        }
        let now = ArchiveValue.time(Date(milliseconds: site.now.milliseconds))
        #expect(
            reports == [
                [.text("\(target)"), .text("spam"), .text("=광고예요"), now, now, .text("approved")]
            ]
        )
        #expect(
            suggestions == [
                [
                    .integer(place.rawValue), .text(name), .text(district), .text("phone"),
                    .text("02-332-0000"),
                    .text("전화했어요"), now, .nothing, .nothing,
                ],
                [
                    .nothing, .nothing, .nothing, .text("new-bookshop"), .text("작은 책방"), .text(""), now,
                    .nothing, .nothing,
                ],
            ]
        )
        #expect(ArchivePart.reports.restore == nil && ArchivePart.suggestions.restore == nil)
        for part in [ArchivePart.reports, .suggestions] {
            #expect(ArchivePart.all.contains { $0.name == part.name })
        }
    }
}
