import Foundation
import Testing

@testable import Moeum

/// Lists of bookshops in each of their forms.
@Suite(.cleanup)
struct BookshopReaderTests {
    static let cultureHeader =
        "ESNTL_ID,FCLTY_NM,LCLAS_NM,MLSFC_NM,ZIP_NO,FCLTY_ROAD_NM_ADDR,FCLTY_LA,FCLTY_LO,WORKDAY_OPN_BSNS_TIME,"
        + "WORKDAY_CLOS_TIME,SAT_OPN_BSNS_TIME,SAT_CLOS_TIME,SUN_OPN_BSNS_TIME,SUN_CLOS_TIME,RSTDE_OPN_BSNS_TIME,"
        + "RSTDE_CLOS_TIME,RSTDE_GUID_CN,TEL_NO,OPTN_DC,ADIT_DC"

    static func culture(_ rows: String...) -> String {
        ([cultureHeader] + rows).map { "\($0)\r\n" }.joined()
    }

    static let forest =
        "KCIBSPO21N000000901,숲의책,독립서점,그림서적,05271,서울특별시 강동구 동남로65길 15-5 1층,37.5474,127.1550,0.58,0.875,"
        + "10:00,17:30,,,,,\"일요일, 월요일\",07040628202,\"그림책, 자연\",카페 : 있음"
    static let busan =
        "KCIBSPO21N000000902,바다책방,독립서점,일반서적,48000,부산광역시 해운대구 해운대로 1,35.1,129.1,11:00,19:00,,,,,,,,,,"

    private func read(_ bytes: [UInt8], name: String = "list.csv") throws -> BookshopReader.Content {
        let data = Project.root.path + "/Data"
        return try BookshopImport(
            path: try RegisterFixture.file(bytes, name: name).path,
            asOf: "2026-05-30",
            dataDirectory: data
        ).content
    }

    private func read(_ text: String, name: String = "list.csv") throws -> BookshopReader.Content {
        try read(Array(text.utf8), name: name)
    }

    @Test("The culture register's file is read in either encoding") func readCulture() throws {
        let text = Self.culture(Self.forest, Self.busan)
        for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), try RegisterFixture.cp949(text)] {
            let content = try read(bytes)
            #expect(content.elsewhere == 1 && content.places.rejections.isEmpty && content.places.unreadFields.isEmpty)
            let shop = try #require(content.places.records.first)
            #expect(content.places.records.count == 1)
            #expect(shop.source == SourceReference(source: "kcisa-bookshops", asOf: "2026-05-30"))
            #expect(shop.key == "KCIBSPO21N000000901" && shop.kind == .bookshop && shop.name == "숲의책")
            #expect(shop.district == "gangdong" && shop.roadAddress == "서울특별시 강동구 동남로65길 15-5 1층")
            #expect(shop.category == "독립서점" && shop.menu == "그림서적" && shop.phone == "070-4062-8202")
            #expect(shop.hoursText == "화-금 13:55-21:00 토 10:00-17:30 (휴무: 월, 일)")
            #expect(shop.description == "그림책, 자연")
            #expect(shop.position == Place.Position(latitude: 37.5474, longitude: 127.155, precision: .exact))
        }
    }

    @Test("The API's answers are read as JSON and as CSV") func readAPI() throws {
        let json = """
            {"response": {"header": {"resultCode": "0000", "resultMsg": "NORMAL_SERVICE"}, "body": {"items": {"item": [
            {"TITLE": "숲의책", "ADDRESS": "(05271) 서울특별시 강동구 동남로65길 15-5", "CONTACT_POINT": "07040628202",
             "COORDINATES": "37.5474 , 127.1550", "DESCRIPTION": "평일개점마감시간 : 11:00~21:00 휴무일 : 월요일 휴무:",
             "SUB_DESCRIPTION": null, "CNTC_RESRCE_NO": 901},
            {"TITLE": "달책", "ADDRESS": "(04000) 서울 마포구 동교로 194", "COORDINATES": "126.92 , 37.55",
             "DESCRIPTION": "달을 보는 서점이에요"},
            {"TITLE": "대구책방", "ADDRESS": "(41946) 대구광역시 중구 경상감영길 1"}
            ]}}}}
            """
        let content = try read(json, name: "list.json")
        #expect(content.elsewhere == 1 && content.places.rejections.isEmpty)
        let shops = content.places.records
        #expect(shops.map(\.key) == ["901", "서울특별시 마포구 동교로 194 달책"])
        #expect(shops.first?.roadAddress == "서울특별시 강동구 동남로65길 15-5")
        #expect(shops.first?.hoursText == "화-금 11:00-21:00 (휴무: 월)" && shops.first?.description == nil)
        #expect(shops.last?.hoursText == nil && shops.last?.description == "달을 보는 서점이에요")
        #expect(shops.allSatisfy { $0.position?.precision == .exact })
        let csv =
            "TITLE,ADDRESS,COORDINATES,DESCRIPTION\n숲의책,(05271) 서울특별시 강동구 동남로65길 15-5,\"37.5474 , 127.1550\",매일 11:00-20:00\n"
        #expect(try read(csv).places.records.map(\.hoursText) == ["매일 11:00-20:00"])
        let failed = #"{"response": {"header": {"resultCode": "30", "resultMsg": "SERVICE KEY IS NOT REGISTERED"}}}"#
        #expect(throws: RegisterFile.Error.self) { try read(failed, name: "list.json") }
        // An object without values is no row, a broken one ends the file.
        let empty = json.replacingOccurrences(of: "null", with: "{}")
        #expect(try read(empty, name: "list.json").places.records.map(\.key) == ["서울특별시 마포구 동교로 194 달책"])
        let broken = json.replacingOccurrences(of: "null", with: "nil")
        #expect(throws: RegisterFile.Error.self) { try read(broken, name: "list.json") }
    }

    @Test("Seoul's list has the coordinates the wrong way round") func readSeoul() throws {
        let csv = """
            STORE_SEQ_NO,STORE_NAME,GU_CODE,CODE_VALUE,ADRES,TEL_NO,HMPG_URL,STORE_TYPE,STORE_TYPE_NAME,XCNTS,YDNTS,SNS
            2283.0,1984,313,마포구,마포구 동교로 194 혜원빌딩,02-325-1984,,0002,새책방   ,37.55738,126.92288,https://sns.example/1984
            2829.0,헌책집,302,용산구,용산구 녹사평대로 208,02-793-8249,javascript:1,0001,헌책방,126.98722,37.53624,
            2830.0,먼책방,302,용산구,용산구 녹사평대로 210,,,0001,헌책방,35.1,129.1,
            """
        let content = try read(csv)
        #expect(content.places.records.map(\.key) == ["2283", "2829", "2830"])
        let (first, second) = (content.places.records[0], content.places.records[1])
        #expect(first.source.source == "seoul-bookshops" && first.category == "새책방")
        #expect(first.roadAddress == "서울특별시 마포구 동교로 194 혜원빌딩" && first.link == "https://sns.example/1984")
        #expect(first.position?.latitude == 37.55738 && first.position?.longitude == 126.92288)
        #expect(second.position?.latitude == 37.53624 && second.position?.longitude == 126.98722)
        #expect(second.link == nil)
        #expect(content.places.unreadFields.map(\.field) == ["position"])
        #expect(content.places.records[2].position?.precision != .exact)
    }

    @Test("Rows that cannot be taken are named with their line and the reason") func refuse() throws {
        let content = try read(
            Self.culture(
                Self.forest,
                Self.forest,
                "KCIBSPO21N000000903,,독립서점,,,서울특별시 강동구 동남로65길 16,,,,,,,,,,,,,,",
                "KCIBSPO21N000000904,없는구책방,독립서점,,,서울특별시 없는구 동남로65길 16,,,,,,,,,,,,,,",
                "KCIBSPO21N000000905,주소없음,독립서점,,,,,,,,,,,,,,,,,",
                "KCIBSPO21N000000906,짧은행"
            )
        )
        #expect(content.places.records.count == 1)
        let rejections = content.places.rejections
        #expect(rejections.map(\.line) == [3, 4, 5, 6, 7])
        let reasons = rejections.map(\.rejection.reason)
        #expect(reasons == [.repeated, .missing, .unknownDistrict, .missing, .malformed])
        #expect(rejections.last?.rejection.description == "line 7: it has not as many fields as the header")
    }

    @Test(
        "What is no list of bookshops is refused as a whole",
        arguments: ["", "a,b\n1,2\n", "<html>", "ESNTL_ID,FCLTY_NM,FCLTY_ROAD_NM_ADDR\n\"1,", "{\"a\": 1"]
    )
    func refuseFile(_ text: String) throws {
        #expect(throws: RegisterFile.Error.self) { try read(text) }
    }

    @Test("The list's day is the one in its name") func dayInName() {
        let today = "2026-11-27"
        #expect(BookshopImport.day(inName: "API_CIA_089_20260530182204.csv", upTo: today) == "2026-05-30")
        #expect(BookshopImport.day(inName: "books-20261399.csv", upTo: today) == nil)
        #expect(BookshopImport.day(inName: "books-20270101.csv", upTo: today) == nil)
        #expect(BookshopImport.day(inName: "bookshops.csv", upTo: today) == nil)
    }
}
