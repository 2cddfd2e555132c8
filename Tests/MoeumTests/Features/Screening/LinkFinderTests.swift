import Testing

@testable import Moeum

/// What counts as a link, and which domains a text names.
struct LinkFinderTests {
    @Test(
        "Links are found however they are hidden",
        arguments: [
            ("http://weg.example/x", "weg.example"), ("www.weg.example", "weg.example"), ("weg.com입니다", "weg.com"),
            ("주소는weg.com입니다.그리고", "weg.com"), ("https://user@a.weg.example:80/", "weg.example"),
            ("weg (.) com", "weg.com"), ("weg[dot]com", "weg.com"), ("weg . com", "weg.com"), ("ｗｅｇ．ｃｏｍ", "weg.com"),
            ("weg。com", "weg.com"), ("w\u{200B}eg.com", "weg.com"), ("weg.com.It was", "weg.com"),
            ("WEG.COM", "weg.com"),
            ("bücher.com", "bücher.com"), ("xn--bcher-kva.com", "bücher.com"), ("t.me/abc", "t.me"),
            ("open.kakao.com/o/1", "kakao.com"), ("hxxps://weg.example", "weg.example"), ("가게.한국", "가게.한국"),
        ]
    )
    func findHiddenLinks(_ text: String, _ domain: String) {
        let found = LinkFinder("보세요 \(text)")
        #expect(found.hasLink)
        #expect(found.domains.contains(domain), "\(found.domains)")
    }

    @Test(
        "Sentences and numbers are not links",
        arguments: [
            "맛있어요.정말 좋아요", "good.The place was fine.It is", "3.5km 걸었고 1.2kg", "Node.js 책", "come to.me",
            "a.m. e.g. No.1",
            "...",
            "http 이야기", "garam@haneul.example",
        ]
    )
    func ignoreSentences(_ text: String) { #expect(!LinkFinder(text).hasLink) }

    @Test("A domain matches its subdomains, not names that end alike") func matchSubdomains() {
        #expect(!LinkFinder("notweg.com").domains.contains("weg.com"))
        #expect(LinkFinder("a.b.weg.com").domains.isSuperset(of: ["weg.com", "b.weg.com"]))
    }

    @Test("Domains are compared in one form") func normaliseDomains() {
        #expect(Domain.key(" https://www.Weg.Example/path?q#f ") == "weg.example")
        #expect(Domain.key("*.weg.example.") == "weg.example")
        #expect(Domain.key("xn--bcher-kva.example") == Domain.key("BÜCHER.example"))
        #expect(Punycode.decoded("xn--3e0b707e") == "한국")
        #expect(Punycode.decoded("xn--99999999999") == nil)
    }

    @Test("Long texts of dots are read to their end") func readLongTexts() {
        #expect(LinkFinder(String(repeating: "a.", count: 30_000)).domains.count < 1_000)
        #expect(!LinkFinder(String(repeating: ".", count: 60_000)).hasLink)
        #expect(!LinkFinder(String(repeating: " ", count: 60_000) + ".").hasLink)
    }
}
