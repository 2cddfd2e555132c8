import Testing

@testable import Moeum

struct ImportTextTests {
    @Test(
        "Phone numbers are written one way",
        arguments: [
            ("02 462 9202", "02-462-9202"), ("0234994488", "02-3499-4488"), ("070-4062-8202", "070-4062-8202"),
            ("15881234", "1588-1234"), ("031)555-0000", "031-555-0000"), ("050713143017", "0507-1314-3017"),
            ("+82-2-555-0000", "02-555-0000"), ("5550070", "02-555-0070"), ("555 0047", "02-555-0047"),
            ("35550015", "02-3555-0015"), ("000205550038", "02-555-0038"), ("000235550016", "02-3555-0016"),
            ("00025550053", "02-555-0053"), ("0002 5550004", "02-555-0004"), ("０２－１１１－２２２２", "02-111-2222"),
            ("+82 (0)31 555 0000", "031-555-0000"), ("82-2-555-0000", "02-555-0000"), ("821-2345", "02-821-2345"),
        ]
    )
    func phoneNumbers(_ text: String, _ expected: String) {
        #expect(PhoneNumber.normalized(text) == expected)
    }

    @Test(
        "Anything but the number of a business is left out",
        arguments: [
            "", "없음", "02-1", "010-1234-5678", "01612345678", "12345678901234", "02", "1", "02 555 088", "1055500144",
            "05555070", "0000000", "000212345678", "1234567", "5550070~1", "555-0047/0048",
        ]
    )
    func refusedNumbers(_ text: String) {
        #expect(PhoneNumber.normalized(text) == nil)
    }

    @Test(
        "Days are written one way",
        arguments: [
            "2024-03-05", "20240305", "2024.03.05", "2024/3/5", "2024. 3. 5.", "2024-03-05 00:00:00",
            "2024-03-05T09:30:00Z",
            "2024.03.05 15:30", "２０２４．０３．０５", "２０２４０３０５", "2024년 3월 5일", "2024년3월5일", "2024 년 03 월 05 일 09:30",
            "2024년 3월 5일".decomposedStringWithCanonicalMapping,
        ]
    )
    func days(_ text: String) { #expect(ImportText.day(text) == "2024-03-05") }

    @Test(
        "A text that is no day gives none",
        arguments: [
            "2023-02-29", "2024-13-05", "2024-3", "24-03-05", "2024-03-05~2025-03-04", "2024305", "2024-03-05 x",
            "5.3.2024", "2024년 3월", "3월 5일", "2024년 13월 5일",
        ]
    )
    func refusedDays(_ text: String) { #expect(ImportText.day(text) == nil) }

    @Test(
        "Texts are tidied",
        arguments: [
            ("A&amp;B 식당", "A&B 식당"), ("A&amp;amp;B", "A&B"), ("골목냉면&lt;어디교&gt;", "골목냉면<어디교>"),
            ("엄마&#39;s 밥상", "엄마's 밥상"),
            ("&#xAC00;나", "가나"), ("A&B", "A&B"), ("&bogus; &#xD800;", "&bogus; &#xD800;"), ("가&#0;나&nbsp;다", "가 나 다"),
            ("-", ""), (" . ", ""), ("null", ""), ("NULL", ""), ("―", ""), ("3", "3"), ("Null집", "Null집"),
        ]
    )
    func tidyTexts(_ text: String, _ expected: String) { #expect(ImportText.tidy(text) == expected) }

    @Test("An unreadable field is named, and its row is taken") func unreadFields() throws {
        let text = """
            source_key,kind,name,district,phone,lat,lon,precision,designated_on,as_of,menu
            1,restaurant,한솔집,mapo,０２－１１１－２２２２,,,,2024/3/5,2024.03.05,-
            2,restaurant,온새미,mapo,010-1234-5678,37.55,,,2023-02-29,soon,냉면
            3,restaurant,다래,mapo,-,37.55,126.91,near,null,,\(String(repeating: "가", count: ImportText.maxLength))
            4,restaurant,.,mapo,,,,,2023-02-29,,
            """
        let content = try FileImport(districts: PlacesFixture.districts, source: PlacesFixture.source).read(text)
        #expect(content.records.map(\.name) == ["한솔집", "온새미", "다래"])
        #expect(content.records.map(\.designatedOn) == ["2024-03-05", nil, nil])
        #expect(content.records.map(\.phone) == ["02-111-2222", nil, nil])
        #expect(content.records.map(\.menu) == [nil, "냉면", nil])
        #expect(content.records.map(\.source.asOf).first == "2024-03-05")
        #expect(content.records.allSatisfy { $0.position == nil })
        let unread = content.unreadFields.map { "\($0.line) \($0.field) \($0.value.prefix(13))" }
        #expect(
            unread.sorted() == [
                "3 as_of soon", "3 designated_on 2023-02-29", "3 lat 37.55", "3 phone 010-1234-5678",
                "4 menu \(String(repeating: "가", count: 13))", "4 precision near",
            ]
        )
        #expect(content.unreadFields.first { $0.field == "designated_on" }?.description.contains("line 3") == true)
        #expect(content.rejections.map(\.line) == [5])
    }

    @Test("The legal dong is in brackets or after the district") func legalDong() {
        #expect(Address.legalDong(road: "서울특별시 성동구 왕십리로 1 1층 (성수동2가)", lot: nil) == "성수동2가")
        #expect(Address.legalDong(road: "서울특별시 중구 길 1 (을지로3가, 건물)", lot: nil) == "을지로3가")
        #expect(Address.legalDong(road: "서울특별시 중구 길 1 (지하)", lot: "서울특별시 중구 다동 1번지") == "다동")
        #expect(Address.legalDong(road: nil, lot: "어딘가") == nil)
        let known: (String) -> Bool = { ["용두동", "방학동"].contains($0) }
        let lot = "서울특별시 도봉구 방학동 271번지"
        #expect(Address.legalDong(road: "서울특별시 동대문구 길 74 (용두동(하정로 76))", lot: nil, isKnown: known) == "용두동")
        #expect(Address.legalDong(road: "서울특별시 도봉구 길 2 (방학동신동아상가)", lot: lot, isKnown: known) == "방학동")
        #expect(Address.legalDong(road: "서울특별시 도봉구 길 2 (없는동)", lot: nil, isKnown: known) == nil)
        #expect(Address.district("서울특별시 마포구 도화길 1") == "마포구")
    }

    @Test("Quoted fields may contain commas, quotes and lines") func quotedFields() throws {
        let rows = try CSVReader.rows(of: "\u{FEFF}a,b\r\n\"x, \"\"y\"\"\nz\",2\n\n,\n")
        #expect(rows.map(\.fields) == [["a", "b"], ["x, \"y\"\nz", "2"], ["", ""]])
        #expect(rows.map(\.line) == [1, 2, 5])
    }

    @Test(
        "A broken quote is named by its line",
        arguments: [("a,b\n1,2\n3,\"four\n5,6\n7,8\n", 3), ("\"a\nb\" c,d\n", 2), ("\"", 1)]
    )
    func brokenQuote(_ text: String, _ line: Int) throws {
        #expect(throws: CSVReader.Error.self) { try CSVReader.rows(of: text) }
        let error = #expect(throws: FileImport.Error.self) {
            try FileImport(districts: PlacesFixture.districts, source: PlacesFixture.source).read(text)
        }
        #expect(error?.description.hasPrefix("line \(line): ") == true)
    }

    @Test("A row with more fields than the header is refused") func tooManyFields() throws {
        let text = "source_key,kind,name,district,menu\n1,restaurant,한솔집,mapo,갈비\n2,restaurant,a,b,mapo,국\n"
        let content = try FileImport(districts: PlacesFixture.districts, source: PlacesFixture.source).read(text)
        #expect(content.records.map(\.key) == ["1"])
        #expect(content.rejections.map(\.line) == [3])
    }

    @Test("Bad rows are named and the others taken") func badRows() throws {
        let reader = FileImport(districts: PlacesFixture.districts, source: PlacesFixture.source)
        let text = """
            source_key,kind,name,district,lat,lon,precision
            1,restaurant,한솔집,마포구,37.55,126.91,road
            2,castle,성,마포구,,,
            3,bookshop,책방,jung,99,126.91,
            4,bookshop,,jung,,,
            1,restaurant,또,mapo,,,
            5,bookshop,온책방,atlantis,,,
            """
        let content = try reader.read(text)
        #expect(content.records.map(\.name) == ["한솔집", "책방"])
        #expect(content.records.map(\.position?.precision) == [.road, nil])
        #expect(content.rejections.map(\.line) == [3, 5, 6, 7] && content.unreadFields.map(\.line) == [4])
        #expect(throws: FileImport.Error.self) { try reader.read("name\nx") }
        #expect(throws: FileImport.Error.self) { try reader.read("") }
    }
}
