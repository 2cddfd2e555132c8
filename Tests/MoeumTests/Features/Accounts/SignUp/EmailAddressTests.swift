import Testing

@testable import Moeum

struct EmailAddressTests {
    @Test("An address is kept as typed and compared without case") func keepTyped() throws {
        let address = try EmailAddress("  Minji.Kim+Books@Mail.Example \n")
        #expect(address.text == "Minji.Kim+Books@Mail.Example")
        #expect(address.key == "minji.kim+books@mail.example")
        #expect(address.domain == "mail.example")
        #expect(address.domains == ["mail.example"])
    }

    /// Mail programs and messengers put such characters around what is copied from them.
    @Test(
        "Invisible characters around an address are left out",
        arguments: ["\u{200B}", "\u{FEFF}", "\u{202A}", "\u{2060} ", "\u{AD}", "\u{7F}"]
    )
    func invisible(_ mark: String) throws {
        #expect(try EmailAddress("\(mark)hong@a.example").text == "hong@a.example")
        #expect(try EmailAddress(" hong@a.example\(mark)").text == "hong@a.example")
        #expect(throws: EmailAddress.Error.missing) { try EmailAddress(mark) }
    }

    /// Some providers take `a.b` and `ab` for one mailbox; in general they are two.
    @Test("Dots and tags make different mailboxes") func dotsAndTags() throws {
        let keys = try ["minji@a.example", "min.ji@a.example", "minji+books@a.example"].map { try EmailAddress($0).key }
        #expect(Set(keys).count == 3)
    }

    @Test("Full-width letters are letters") func fullWidth() throws {
        #expect(try EmailAddress("ｍｉｎｊｉ＠ａ．ｅｘａｍｐｌｅ").key == "minji@a.example")
    }

    @Test("The parent domains are named too") func parentDomains() throws {
        #expect(try EmailAddress("a@x.y.Example.ORG").domains == ["x.y.example.org", "y.example.org", "example.org"])
    }

    @Test(
        "Unusual addresses are accepted",
        arguments: [
            "a@b.co", "o'brien@a.example", "1@1.example", "_@a.example", "a@xn--vk1b.example", "a@9.a1",
            "{}|`~@a.example",
        ]
    )
    func unusual(_ text: String) throws { #expect(try EmailAddress(text).text == text) }

    @Test(
        "Malformed addresses are refused",
        arguments: [
            "a", "@", "a@", "@a.example", "a@b", "a@@a.example", "a@b@a.example", "a b@a.example", "a@a .example",
            ".a@a.example", "a.@a.example", "a..b@a.example", "\"a b\"@a.example", "a@a..example", "a@.a.example",
            "a@a.example.", "a@-a.example", "a@a-.example", "a@a_b.example", "a@127.0.0.1", "a@[127.0.0.1]",
            "<a@a.example>",
            "a,b@a.example", "a@a.example,b@a.example", "a\u{0}@a.example", "a\r\nBcc:b@a.example",
            "a@a.exa\u{202E}mple",
            "a\u{200B}@a.example", "a@a.ex\u{AD}ample", "a\u{3164}@a.example", "a@a\u{2028}.example",
            "a@\(String(repeating: "b", count: 64)).example",
        ]
    )
    func malformed(_ text: String) {
        #expect(throws: EmailAddress.Error.malformed) { try EmailAddress(text) }
    }

    @Test("An empty address is missing", arguments: ["", "  ", "\n\t\u{3000}"])
    func missing(_ text: String) {
        #expect(throws: EmailAddress.Error.missing) { try EmailAddress(text) }
    }

    @Test(
        "Letters beyond ASCII are refused with a reason of their own",
        arguments: ["민지@a.example", "a@모음.example", "é@a.example", "a@b\u{FC}cher.example"]
    )
    func international(_ text: String) {
        #expect(throws: EmailAddress.Error.international) { try EmailAddress(text) }
    }

    @Test("Too long addresses are refused") func lengths() throws {
        let local = String(repeating: "a", count: 64)
        let label = String(repeating: "b", count: 61)
        let domain = "\(label).\(label).\(label)"
        #expect(try EmailAddress("\(local)@\(domain).cc").text.count == 253)
        #expect(try EmailAddress("\(local)@\(domain).ccc").text.count == 254)
        #expect(throws: EmailAddress.Error.tooLong) { try EmailAddress("\(local)@\(domain).cccc") }
        #expect(throws: EmailAddress.Error.tooLong) { try EmailAddress("\(local)a@a.example") }
        #expect(throws: EmailAddress.Error.tooLong) { try EmailAddress(String(repeating: "@", count: 1_000_000)) }
    }
}
