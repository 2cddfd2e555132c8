import Testing

@testable import Database
@testable import Moeum

struct KeysetTests {
    @Test("A key is read as it was written") func readKey() {
        let number = Keyset<Int64, Account>(value: -3, id: 4)
        #expect(number.text == "-3.4")
        #expect(Keyset<Int64, Account>("-3.4") == number)
        #expect(Keyset<Int64, Account>("3-4", separator: "-")?.text(separator: "-") == "3-4")
        #expect(Keyset<String, Account>("2026-11-14.7")?.text == "2026-11-14.7")
    }

    @Test("Any other text is no key", arguments: ["", "1", ".1", "1.", "1.2.3", "a.1", "1.b", "9223372036854775808.1"])
    func refuseTexts(text: String) {
        #expect(Keyset<Int64, Account>(text) == nil)
        #expect(Keyset<String, Account>(text) == nil)
    }

    @Test("The day of a key has to be a day of the calendar") func refuseWrongDay() {
        #expect(Keyset<String, Account>("2026-02-29.1") == nil)
        #expect(Keyset<String, Account>("2026-02-28.x") == nil)
    }
}
