import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Where a login leads back to, and what it says of why it is asked for.
@Suite(.cleanup)
struct RedirectionTests {
    private let garam = TestPerson.garam

    @Test("Letters beyond ASCII are kept escaped") func escapeLetters() {
        #expect(LocalPath.checked("/places?q=냉면") == "/places?q=%EB%83%89%EB%A9%B4")
        #expect(LocalPath.checked("/places?q=%EB%83%89&sort=new#top") == "/places?q=%EB%83%89&sort=new#top")
        for path in ["//evil.example/냉면", "/\\냉면", "/／evil.example", "／／evil.example", "냉면", "/냉 면", "/\u{7F}"] {
            #expect(LocalPath.local(path) == nil, "\(path)")
        }
        #expect(LocalPath.local("/a" + String(repeating: "가", count: 200))?.utf8.count == 1_802)
        #expect(LocalPath.local("/a" + String(repeating: "가", count: 300)) == nil)
    }

    /// A slash and a mark after it are one Character and two scalars: browsers read the second slash all the same.
    @Test("No combining mark hides a slash") func marksAfterSlash() {
        let scalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)
        let marks = scalars.filter { $0.properties.isGraphemeExtend || $0.properties.isDefaultIgnorableCodePoint }
        #expect(marks.count > 2_000)
        for mark in marks {
            for path in [
                "/\(mark)/evil.example", "//\(mark)evil.example", "/\\\(mark)evil.example", "\(mark)//evil.example",
            ] {
                #expect(LocalPath.local(path) == nil, "\(mark.value)")
            }
            // What stays is ASCII, and stays what it is.
            let kept = LocalPath.local("/a\(mark)/\(mark)b")
            #expect(kept?.utf8.allSatisfy { $0 < 0x80 } == true && LocalPath.local(kept) == kept, "\(mark.value)")
        }
        #expect(LocalPath.local("/") == "/" && LocalPath.local("/?a=b") == "/?a=b" && LocalPath.local("") == nil)
    }

    @Test("No combining mark leads a login to another site") func marksInNext() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        for next in ["//\u{FE0F}evil.example/", "//\u{34F}evil.example/", "/\\\u{E0100}evil.example/"] {
            let answer = try await garam.logIn(in: TestBrowser(site), next: next)
            #expect(answer.location == "/", "\(next)")
        }
    }

    @Test("A login leads back to a search in Hangul") func backToSearch() async throws {
        let site = try await TestSite(settings: TestSite.quick)
        try await garam.exist(on: site)
        let browser = TestBrowser(site)
        // As a program writes it, and as a link escapes it once.
        for next in ["/places?q=%EB%83%89%EB%A9%B4", "%2Fplaces%3Fq%3D%EB%83%89%EB%A9%B4"] {
            let page = try await browser.get("/login?next=\(next)")
            #expect(try page.hidden("next") == "/places?q=%EB%83%89%EB%A9%B4", "\(next)")
        }
        let answer = try await garam.logIn(in: browser, next: "/places?q=냉면")
        #expect(answer.location == "/places?q=%EB%83%89%EB%A9%B4")
        let visit = try await site.places(1)[0]
        let fields = ["on": "2024-02-29", "next": "/places?q=냉면"]
        #expect(
            try await browser.post("/places/\(visit)/visits", fields).location == "/places?q=%EB%83%89%EB%A9%B4"
        )
    }

    @Test("The login link of public pages leads back and is the same for all") func loginLink() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        for (path, next) in [
            ("/places/\(place)", "?next=%2Fplaces%2F\(place)"),
            ("/places?q=%EB%83%89%EB%A9%B4&lang=en", "?next=%2Fplaces%3Fq%3D%25EB%2583%2589%25EB%25A9%25B4"),
            ("/", ""), ("/login?next=%2Fabout", ""), ("/signup", ""), ("/verify/\(SecretToken().text)", ""),
        ] {
            let page = try await site.get(path)
            #expect(try page.html.has("a.tool[href=/login\(next)]"), "\(path)")
            #expect(try page.html.has("a[href=/signup\(next)]"), "\(path)")
            guard page.headers[.eTag] != nil else { continue }
            let other = try await site.get(path, [.referer: "http://moeum.example/about", .cookie: "moeum_form=x"])
            #expect(page.body == other.body && page.headers[.eTag] == other.headers[.eTag], "\(path)")
        }
    }

    @Test("Somebody who is sent to the login is told once why") func toldOnce() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let login = try #require(try await browser.get("/favourites").location)
        #expect(login == "/login?next=%2Ffavourites")
        let why = site.app.views.text("flash.login-first", [:], .korean)
        #expect(try await browser.get(login).text.contains(why))
        #expect(!(try await browser.get(login).text.contains(why)))
        // A script's or a picture's way there has nobody to read it.
        let fetch = HTTPFields([HTTPField(name: .secFetchDest, value: "empty")])
        #expect(try await browser.get("/favourites", fetch).headers[values: .setCookie] == [])
    }
}
