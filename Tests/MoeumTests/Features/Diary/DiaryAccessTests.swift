import HTTPTypes
import Testing

@testable import Moeum

/// Who gets what of an entry, route by route.
@Suite(.cleanup)
struct DiaryAccessTests {
    /// Method and path of every route of one entry.
    private static func routes(of entry: DiaryEntry.ID, version: Int64) -> [(HTTPRequest.Method, String)] {
        let path = "/diary/entries/\(entry)"
        return [
            (.get, path), (.get, "\(path)/edit"), (.get, "\(path)/text"), (.get, "\(path)/versions"),
            (.get, "\(path)/delete"), (.post, path), (.put, path), (.post, "\(path)/delete"),
            (.post, "\(path)/restore"), (.post, "\(path)/recall"), (.post, "\(path)/versions/\(version)/restore"),
        ]
    }

    /// An entry with an earlier text.
    private static func entry(_ scene: DiaryScene) async throws -> (id: DiaryEntry.ID, version: Int64) {
        let id = try await scene.write("비밀 국물\n첫 이야기")
        scene.site.clock.move(DiaryEntry.sessionTimeout)
        let fields = ["text": "비밀 국물\n아무도 모르는 이야기", "on": scene.today, "rev": "1"]
        _ = try await scene.put("/diary/entries/\(id)", fields)
        let versions = try await scene.site.app.database.read { try $0.diaryVersions(of: id) }
        return (id, try #require(versions.first).id.rawValue)
    }

    private static func ask(_ browser: TestBrowser, _ method: HTTPRequest.Method, _ path: String) async throws -> (
        status: HTTPResponse.Status, text: String
    ) {
        let fields = ["text": "남이 쓴 말", "on": "2026-01-05", "rev": "1"]
        let answer =
            switch method {
            case .post: try await browser.post(path, fields)
            case .put: try await browser.put(path, fields)
            default: try await browser.get(path)
            }
        return (answer.status, answer.text)
    }

    @Test(
        "Nobody but the author, not even staff, gets or changes an entry",
        arguments: [Role.member, .moderator, .admin]
    )
    func hideFromOthers(_ role: Role) async throws {
        let scene = try await DiaryScene()
        let (id, version) = try await Self.entry(scene)
        let before = try #require(try await scene.entry(id))
        let other = TestBrowser(scene.site)
        try await scene.site.logIn(other, nickname: "미르", role: role, hasTwoFactor: role > .member)
        for (method, path) in Self.routes(of: id, version: version) {
            let answer = try await Self.ask(other, method, path)
            #expect(answer.status == .notFound, "\(method) \(path)")
            #expect(!answer.text.contains("국물") && !answer.text.contains("이야기"), "\(method) \(path)")
        }
        for path in [
            "/diary", "/diary/\(scene.today.prefix(7))?view=list", "/diary/search?q=국물", "/diary/trash",
        ] {
            let address = path.replacing("국물", with: "%EA%B5%AD%EB%AC%BC")
            #expect(try await !other.get(address).text.contains("이야기"), "\(path)")
        }
        #expect(try await scene.entry(id) == before)
    }

    @Test("Visitors to an entry are asked to log in and read nothing of it")
    func askVisitorsToLogIn() async throws {
        let scene = try await DiaryScene()
        let (id, version) = try await Self.entry(scene)
        let before = try #require(try await scene.entry(id))
        let visitor = TestBrowser(scene.site)
        for (method, path) in Self.routes(of: id, version: version) {
            let answer = try await Self.ask(visitor, method, path)
            #expect([.seeOther, .unauthorized].contains(answer.status), "\(method) \(path)")
            #expect(!answer.text.contains("국물"), "\(method) \(path)")
        }
        #expect(try await scene.entry(id) == before)
    }
}
