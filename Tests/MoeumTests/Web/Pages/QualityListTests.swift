import HTTPTypes
import Testing

@testable import Moeum
@testable import Web

@Suite(.cleanup)
struct QualityListTests {
    @Test("Choices keep their order and quality") func readChoices() {
        let list = QualityList("Text/HTML;q=0.5, application/json ;q=1;v=2,*/*;q=x, image/png;q=7,,")
        #expect(list.choices.map(\.name) == ["text/html", "application/json", "*/*", "image/png"])
        #expect(list.choices.map(\.quality) == [0.5, 1, 0, 0])
        #expect(list.best(of: ["text/html", "image/png"])?.index == 0)
        #expect(list.best(of: ["text/plain"]) == nil)
    }

    @Test("JSON is sent to clients that prefer it") func preferJSON() async throws {
        let cases = [
            ("application/json", true), ("application/problem+json", true), ("application/json, text/plain, */*", true),
            ("text/html;q=0.1, application/json", true), ("application/json;q=0", false), ("*/*", false),
            ("text/html, application/json", false), ("application/json, text/html", true),
            ("application/json;q=0.2, text/html;q=0.9", false), ("", false),
        ]
        let site = try await TestSite()
        for (accept, isJSON) in cases {
            let answer = try await site.get("/about", [.accept: accept])
            #expect((answer.headers[.contentType] == "application/json") == isJSON, "\(accept)")
        }
    }
}
