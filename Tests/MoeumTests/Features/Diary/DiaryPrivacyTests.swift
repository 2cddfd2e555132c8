import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Nobody but its author reads a diary, not even staff.
@Suite(.cleanup)
struct DiaryPrivacyTests {
    /// The features of staff and of the site's own figures.
    private static let strangers = [
        "Administration", "Reports", "People", "Audit", "Sanctions", "Takedowns", "Statistics", "Screening",
        "Corrections",
    ]

    @Test("The code of staff's features names nothing of the diary", arguments: strangers)
    func nameNoDiary(_ feature: String) throws {
        let folder = "Sources/Moeum/Features/\(feature)"
        let files = try Project.files(folder, ending: ".swift")
        #expect(!files.isEmpty)
        for file in files where !file.hasPrefix("\(folder)/PlaceMerge") {
            #expect(try Project.text(file).firstMatch(of: /\bDiary[A-Z]\w*|\bdiary[A-Z_]\w*/) == nil, "\(file)")
        }
    }

    @Test("Merging places moves entries and reads none of their words")
    func mergeUnread() throws {
        let words = /\b(?:text|title|search_key|initials|diary_versions|Diary[A-Z]\w*)\b/
        for file in try Project.files("Sources/Moeum/Features/Corrections", ending: ".swift") {
            for line in try Project.text(file).split(separator: "\n") where line.contains("diary_entries") {
                #expect(line.firstMatch(of: words) == nil, "\(file): \(line)")
            }
        }
    }

    @Test("Staff cannot open the photos of a diary", arguments: TestEngine.available)
    func hidePhotosFromStaff(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (author, staff) = (TestBrowser(site), TestBrowser(site))
        let account = try await site.logIn(author, nickname: "가람")
        try await site.logIn(staff, nickname: "살피는이", role: .admin, hasTwoFactor: true)
        let entry = try await site.entry("글", on: "2025-01-02", by: account)
        let photo = try await site.photo(by: account)
        // Neither while it waits to be saved nor afterwards.
        for _ in 1...2 {
            #expect(try await site.app.database.read { try $0.anyPhotoFile(named: "name\(photo)") } == nil)
            #expect(try await staff.get("/admin/photos/\(photo)").status == .notFound)
            try await site.execute("UPDATE photos SET entry_id = \(entry) WHERE id = \(photo)")
        }
        for size in PhotoSize.allCases {
            let address = "/admin/media/name\(photo)\(size.ending)"
            #expect(try await staff.get(address).status == .notFound)
        }
        #expect(try await staff.get("/diary/entries/\(entry)/text").status == .notFound)
    }

    @Test("The log holds no words of a diary")
    func keepWordsFromLog() async throws {
        let site = try await TestSite()
        let log = RecordedLog(from: .info)
        let app = try App(config: site.app.config, database: site.app.database, logger: log.logger)
        let author = TestBrowser(site, try RouterClient(Routes.router(app), logger: log.logger))
        let account = try await site.logIn(author, nickname: "가람")
        let entry = try await site.entry("비밀이야기", on: "2025-01-02", by: account)
        let addresses = [
            "/diary/entries/\(entry)/text", "/diary/entries/\(entry)/text?download=1", "/diary/entries/\(entry)",
            "/diary/export?format=markdown", "/diary/export?format=json", "/diary/export?format=ics&titles=1",
            "/diary/search?q=%EB%B9%84%EB%B0%80%EC%9D%B4%EC%95%BC%EA%B8%B0",
        ]
        for address in addresses { _ = try await author.get(address) }
        try await author.post("/diary/entries", ["text": "비밀이야기", "on": "2025-01-03", "once": "made-up"])
        try await author.put("/diary/drafts/made-up", ["text": "비밀이야기", "on": "2025-01-03"])
        #expect(log.lines.count { $0.message == "request" } == addresses.count + 2)
        for line in log.texts {
            #expect(!line.contains("비밀") && !line.contains("%EB%B9%84"), "\(line)")
        }
    }
}
