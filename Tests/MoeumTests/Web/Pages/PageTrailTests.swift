import HummingbirdCore
import Testing

@testable import Web

/// The way through a list, as its addresses tell it.
struct PageTrailTests {
    /// The address of the page after one.
    private func following(_ address: String, _ key: String) -> String {
        let rest = address.split(separator: "?").last?.split(separator: "&").filter {
            item in !["after=", "page=", "past="].contains { item.hasPrefix($0) } && item.contains("=")
        }
        let query = ((rest ?? []).map(String.init) + ["after=\(key)"]).joined(separator: "&")
        return "/places?\(query)\(PageTrail(URI(address)).onward)".replacing("#list", with: "")
    }

    @Test("Every page leads back through those before it") func leadBack() throws {
        var pages = ["/places?q=%EB%83%89%EB%A9%B4"]
        for key in ["a1", "b2", "c3"] { pages.append(following(pages[pages.count - 1], key)) }
        #expect(pages[3] == "/places?q=%EB%83%89%EB%A9%B4&after=c3&page=4&past=a1&past=b2")
        #expect(pages.map { PageTrail(URI($0)).number } == [1, 2, 3, 4])
        for (index, page) in pages.enumerated().dropFirst() {
            let earlier = try #require(PageTrail(URI(page)).earlier)
            #expect(earlier == "?" + pages[index - 1].split(separator: "?")[1] + "#list")
        }
        #expect(PageTrail(URI(pages[0])).earlier == nil)
        #expect(pages.map { PageTrail(URI($0)).start != nil } == [false, false, true, true])
    }

    @Test("No link leads to another host") func stayOnHost() {
        #expect(PageTrail(URI("//places?after=x&page=2")).earlier == "/places#list")
    }

    /// Twenty pages back, forty more are still to go.
    @Test("Every page of a long list leads to the one before it") func leadBackFar() throws {
        var pages = ["/places"]
        for key in 1...200 { pages.append(following(pages[pages.count - 1], "r.4.5_\(key)")) }
        for (index, page) in pages.enumerated().dropFirst(2).reversed() {
            let earlier = try #require(PageTrail(URI(page)).earlier)
            #expect(PageTrail(URI("/places\(earlier)")).number == index)
            #expect(earlier.contains("after=r.4.5_\(index - 1)&"))
        }
    }

    @Test("The trail stays short and the number right") func limitTrail() {
        var page = "/places"
        for key in 1...60 { page = following(page, "\(key)" + String(repeating: "k", count: 500)) }
        let trail = PageTrail(URI(page))
        #expect(trail.number == 61 && page.utf8.count < 7_000)
        #expect(trail.start == "/places#list" && trail.earlier?.contains("past=") == true)
    }

    @Test(
        "A made-up trail is read as well as it can be",
        arguments: [
            ("/places?page=9&past=x", 1), ("/places?after=a", 2), ("/places?after=a&page=-4", 2),
            ("/places?after=a&page=99999999999999999999", 2), ("/places?after=&page=3", 1),
        ]
    )
    func readMadeUp(_ address: String, _ number: Int) {
        #expect(PageTrail(URI(address)).number == number)
    }
}
