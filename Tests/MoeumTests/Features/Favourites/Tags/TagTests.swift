import Testing

@testable import Moeum
@testable import struct Moeum.Tag

@Suite(.cleanup) struct TagTests {
    @Test("A tag splits at its first dash")
    func splitsAtFirstDash() throws {
        let tag = try Tag("who-my mother-in-law")
        #expect(tag.group == "who")
        #expect(tag.value == "my mother-in-law")
        #expect(try Tag(tag.text) == tag)
    }

    @Test("Other dashes separate group and value where there is no plain one")
    func acceptsOtherDashes() throws {
        #expect(try Tag.list("지역－마포, 지역–마포, 지역-마포").map(\.text) == ["지역-마포"])
        // The first one counts; what comes later is the value's own.
        // A group that has such a dash is itself in every address.
        #expect(try Tag("가–나-다") == Tag(group: "가–나", value: "다"))
        for (typed, value) in [("가격-1–2만", "1–2만"), ("가격–1－2만", "1－2만")] {
            let tag = try Tag(typed)
            #expect(tag == Tag(group: "가격", value: value))
            #expect(try Array(Tag(tag.text).value.utf8) == Array(value.utf8))
        }
    }

    @Test("Numbers in names sort by their value")
    func sortsNumbers() throws {
        let sorted = [
            "a-1", "느낌-1층", "느낌-02", "느낌-2", "느낌-3월", "느낌-10", "느낌-10-2", "느낌-10-10", "느낌-가", "느낌2-a", "느낌10-a",
        ]
        let tags = try sorted.reversed().map { try Tag($0) }
        let found = tags.sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }.map(\.text)
        #expect(found == sorted)
    }

    @Test("A line has several tags, each once")
    func readsLine() throws {
        let tags = try Tag.list(" 지역-수원역 ,종류-양식，지역-수원역, ,누구와 - 부모님、")
        #expect(tags.map(\.text) == ["지역-수원역", "종류-양식", "누구와-부모님"])
    }

    @Test("Composed and decomposed Hangul are one tag")
    func normalisesHangul() throws {
        let apart = "지역-수원역".decomposedStringWithCanonicalMapping
        #expect(try Array(Tag(apart).text.utf8) == Array("지역-수원역".utf8))
    }

    @Test(
        "What is no pair of short texts is refused",
        arguments: [
            ("지역", Tag.Error.unpaired), ("-수원역", .unpaired), ("지역-", .unpaired), ("지역- ", .unpaired),
            ("지역－", .unpaired),
            ("a-\(String(repeating: "b", count: 31))", .tooLong),
            ("\(String(repeating: "a", count: 31))-b", .tooLong),
            ("a-b\(String(repeating: "\u{301}", count: 40))", .characters),
        ]
    )
    func refusesInvalid(_ typed: String, _ error: Tag.Error) {
        #expect(throws: error) { try Tag(typed) }
    }

    @Test("More than twenty tags in a line are refused")
    func refusesTooMany() {
        let line = (1...21).map { "g-\($0)" }.joined(separator: ",")
        #expect(throws: Tag.Error.tooMany) { try Tag.list(line) }
    }

    @Test("Each business type becomes one tag that could be typed")
    func tagsBusinessTypes() async throws {
        let site = try await TestSite()
        let names = site.app.businessTypes.all.map(\.name)
        #expect(names.count > 10)
        for name in names + ["외국음식전문점(인도,태국등)"] {
            let tag = try #require(Tag.own(group: "종류", value: name))
            #expect(try Tag.list(tag.text) == [tag], "\(name)")
        }
    }

    @Test(
        "An unusual type becomes one valid tag",
        arguments: [
            ("떡볶이".decomposedStringWithCanonicalMapping, "떡볶이"), ("  a \t b\n", "a b"), ("a\u{200B}b", "ab"),
            ("\(String(repeating: "a", count: 29)) bc", String(repeating: "a", count: 29)), ("-a，b、", "-a·b·"),
            (String(repeating: "가", count: 40), String(repeating: "가", count: 30)),
        ]
    )
    func tagsOddTypes(_ type: String, _ value: String) throws {
        let tag = try #require(Tag.own(group: "종류", value: type))
        #expect(Array(tag.value.utf8) == Array(value.utf8))
        #expect(try Tag.list(tag.text) == [tag])
    }

    @Test(
        "A type without visible characters is no tag",
        arguments: ["", " ", "\u{200B}", "a\(String(repeating: "\u{301}", count: 40))"]
    )
    func tagsNothing(_ type: String) {
        #expect(Tag.own(group: "종류", value: type) == nil)
    }
}
