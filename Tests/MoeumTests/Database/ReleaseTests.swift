import Testing

@testable import Database

struct ReleaseTests {
    @Test("Releases are ordered by their numbers") func orderReleases() {
        let ordered = [Release(0, 9, 0), Release(0, 9, 10), Release(0, 10, 0), Release(1, 0, 0)]
        #expect(ordered.shuffled().sorted() == ordered)
        #expect(Release("1.20.3") == Release(1, 20, 3) && Release(1, 20, 3).description == "1.20.3")
    }

    @Test("Other texts are no release", arguments: ["", "1", "1.2", "1.2.3.4", "1..3", "v1.2.3", "1.2.-3", "1.2.3 "])
    func refuseTexts(_ text: String) {
        #expect(Release(text) == nil)
    }

    /// What is released is told to those who upgrade.
    @Test("The changelog begins with this release") func matchChangelog() throws {
        let headings = try Project.text("CHANGELOG.md").split(separator: "\n").filter { $0.hasPrefix("## ") }
        let first = try #require(headings.first)
        #expect(first.hasPrefix("## \(Release.current)"), "\(first)")
    }
}
