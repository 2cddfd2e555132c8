import Testing

@testable import Moeum
@testable import Web

/// A sign and a mark after it are two scalars, though one Character.
struct TextByScalarsTests {
    private static let marks: [Unicode.Scalar] = [
        "\u{301}", "\u{FE0F}", "\u{34F}", "\u{200D}", "\u{E0100}", "\u{E0041}",
    ]

    @Test("No combining mark hides a sign", arguments: marks)
    func findSigns(_ mark: Unicode.Scalar) {
        #expect("/\(mark)a".begins(with: "/") && "a/\(mark)".includes("/") && !"a/\(mark)".ends(with: "/"))
        #expect("\(mark)/".ends(with: "/") && !"\(mark)/".begins(with: "/"))
        #expect("a/\(mark)b//c".parts(at: "/").map { Array($0.unicodeScalars) } == [["a"], [mark, "b"], [], ["c"]])
        #expect(
            "\"\(mark)".replacingScalars { $0 == "\"" ? "''" : nil }.unicodeScalars.elementsEqual(["'", "'", mark])
        )
    }

    @Test("Signs that are not there are not found") func findNothing() {
        #expect(!"".begins(with: "/") && !"".ends(with: "/") && !"".includes("/") && "".includes(""))
        #expect("".parts(at: "/") == [""] && "a=b=c".parts(at: "=", upTo: 2) == ["a", "b=c"])
    }

    @Test("No combining mark hides where a host ends", arguments: marks)
    func findHostEnd(_ mark: Unicode.Scalar) {
        #expect(WebLink("https://a.example/\(mark)b@c.example")?.host == "a.example")
        #expect(WebLink("https://a@\(mark)b.example/") == nil)
        #expect(Domain.key("https://www.a.example/\(mark)b") == "a.example")
        #expect(Domain.key("https://a.example:\(mark)80/") == "a.example")
    }
}
