import Testing

@testable import Moeum
@testable import struct Moeum.Tag

@Suite struct TagTests {
    @Test func aPairSplitsAtItsFirstDash() throws {
        let tag = try Tag("who-my mother-in-law")
        #expect(tag.group == "who")
        #expect(tag.value == "my mother-in-law")
        #expect(try Tag(tag.text) == tag)
    }

    @Test func aLineHoldsSeveralAndEachOnce() throws {
        let tags = try Tag.list(" 지역-수원역 ,종류-양식，지역-수원역, ,누구와 - 부모님、")
        #expect(tags.map(\.text) == ["지역-수원역", "종류-양식", "누구와-부모님"])
    }

    @Test func composedAndTakenApartAreOneTag() throws {
        let apart = "지역-수원역".decomposedStringWithCanonicalMapping
        #expect(try Array(Tag(apart).text.utf8) == Array("지역-수원역".utf8))
    }

    @Test(
        arguments: [
            ("지역", Tag.Fault.unpaired), ("-수원역", .unpaired), ("지역-", .unpaired), ("지역- ", .unpaired),
            ("a-\(String(repeating: "b", count: 31))", .tooLong),
            ("\(String(repeating: "a", count: 31))-b", .tooLong),
            ("a-b\(String(repeating: "\u{301}", count: 40))", .characters),
        ]
    )
    func whatIsNoPairIsRefused(_ typed: String, _ fault: Tag.Fault) {
        #expect(throws: fault) { try Tag(typed) }
    }

    @Test func tooManyAreRefused() {
        let line = (1...21).map { "g-\($0)" }.joined(separator: ",")
        #expect(throws: Tag.Fault.tooMany) { try Tag.list(line) }
    }

    @Test func aBusinessTypeWithCommasIsOneTag() throws {
        let tag = Tag.own(group: "종류", value: "외국음식전문점(인도,태국등)")
        #expect(try Tag.list(tag.text) == [tag])
    }
}
