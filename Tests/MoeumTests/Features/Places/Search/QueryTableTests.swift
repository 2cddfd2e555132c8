import Foundation
import Testing

@testable import Moeum

/// Queries as people type them, and what must come first: the mean reciprocal rank of the first fitting place.
@Suite(.cleanup)
struct QueryTableTests {
    private static let real = Project.root
        .appendingPathComponent("../shared/data/restaurants/seoul_model_restaurants.csv").standardized.path
    private static let isThere = FileManager.default.fileExists(atPath: real)

    @Test("What is meant comes first in the sample", arguments: TestEngine.available)
    func sample(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let mean = try await meanReciprocalRank(site)
        #expect(mean >= 0.95)
    }

    @Test("What is meant comes first among all of Seoul", .enabled(if: isThere, "../shared/data is not here"))
    func allOfSeoul() async throws {
        let site = try await TestSite()
        let records = try realRecords(site.app.districts)
        #expect(records.count == 3_196)
        let districts = site.app.districts
        try await site.app.database.write { transaction in _ = try transaction.upsertPlaces(records, districts) }
        let mean = try await meanReciprocalRank(site)
        #expect(mean >= 0.9)
    }

    private func realRecords(_ districts: Districts) throws -> [PlaceRecord] {
        let rows = try CSVReader.rows(of: try String(contentsOfFile: Self.real, encoding: .utf8))
        let header = try #require(rows.first?.fields)
        return rows.dropFirst().compactMap { row in
            let values = Dictionary(zip(header, row.fields)) { first, _ in first }
            guard let key = values["permit_no"], let name = values["name"], let category = values["category"],
                let district = values["gu"].flatMap({ districts[name: $0] })
            else { return nil }
            var record = PlaceRecord(
                source: SourceReference(source: "seoul-model-restaurants", asOf: "2022"),
                key: key,
                kind: .restaurant,
                name: name,
                category: category,
                district: district.slug
            )
            func text(_ column: String) -> String? { values[column].flatMap { $0.isEmpty ? nil : $0 } }
            record.menu = text("main_menu")
            record.dong = text("legal_dong")
            record.roadAddress = text("road_addr")
            record.lotAddress = text("jibun_addr")
            record.phone = text("phone")
            if let latitude = text("lat").flatMap(Double.init), let longitude = text("lon").flatMap(Double.init) {
                record.position = Place.Position(latitude: latitude, longitude: longitude, precision: .road)
            }
            return record
        }
    }

    private func meanReciprocalRank(_ site: TestSite) async throws -> Double {
        let wanted = Self.table.split(separator: "\n").map(Wanted.init)
        #expect(wanted.count == 130)
        var sum = 0.0
        var late: [String] = []
        for one in wanted {
            let typed = one.query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let rank = one.rank(in: try await site.json("/places?q=\(typed)"))
            sum += rank
            if rank < 1 { late.append("\(one.query) \(rank)") }
        }
        print("queries: mean reciprocal rank \(sum / Double(wanted.count)), not first: \(late)")
        return sum / Double(wanted.count)
    }

    /// A query and what fits it: n a part of the name, m one of some words in name, menu or type, d the district, k the kind,
    /// a a part of the address, s the station around which it lies.
    private struct Wanted {
        let query: String
        private let conditions: [String: String]

        init(_ line: Substring) {
            let parts = line.split(separator: "|")
            query = String(parts[0])
            let pairs = parts[1].split(separator: ",").map { $0.split(separator: "=").map(String.init) }
            conditions = Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
        }

        func rank(in list: [String: Any]) -> Double {
            let station = (list["understood"] as? [String: Any])?["station"] as? [String: Any]
            if let name = conditions["s"], station?["name"] as? String != name { return 0 }
            let places = list["places"] as? [[String: Any]] ?? []
            return places.firstIndex(where: fits).map { 1 / Double($0 + 1) } ?? 0
        }

        private func fits(_ place: [String: Any]) -> Bool {
            func text(_ fields: String...) -> String {
                fields.map { place[$0] as? String ?? "" }.joined(separator: "|")
            }
            let name = text("name", "officialName")
            return conditions.allSatisfy { condition, value in
                switch condition {
                case "n": name.contains(value)
                case "m":
                    value.split(separator: ";").contains { (name + text("menu", "category")).contains($0) }
                case "d": text("district") == value
                case "k": text("kind") == value
                case "a": text("address", "dong").contains(value)
                case "s": (place["distance"] as? Int).map { $0 <= 1_000 } ?? true
                default: true
                }
            }
        }
    }

    private static let table = """
        송림각|n=송림각
        이수사횟집|n=이수사횟집
        토속촌|n=토속촌
        토속촌삼계탕|n=토속촌
        토속촌 삼계탕|n=토속촌
        나주관|n=나주관
        강포복집|n=강포복집
        옛터식당|n=옛터식당
        조마루 뼈다귀|n=조마루뼈다귀
        조마루뼈다귀|n=조마루뼈다귀
        합정오리농장|n=합정오리농장
        대청뼈다귀감자탕|n=대청뼈다귀감자탕
        한우설렁탕|n=한우설렁탕
        인생설렁탕|n=인생설렁탕
        무교동 우정낙지|n=우정낙지
        우정낙지|n=우정낙지
        일오닭갈비|n=일오닭갈비
        선사복집|n=선사복집
        남산한정식|n=남산한정식
        남산 한정식|n=남산한정식
        설담재|n=설담재
        유진참치|n=유진참치
        일미가|n=일미가
        정원분식|n=정원분식
        서평면옥|n=서평면옥
        쿠우쿠우|n=쿠우쿠우
        빕스 대방점|n=빕스 대방점
        아웃백 천호|n=아웃백
        원할머니보쌈|n=원할머니보쌈
        ㅅㄹㄱ|n=송림각
        ㅌㅅㅊ|n=토속촌
        도도봉봉|n=도도봉봉,k=bookshop
        땡스북스|n=땡스북스,k=bookshop
        최인아책방|n=최인아책방,k=bookshop
        유어마인드|n=유어마인드,k=bookshop
        스토리지북|n=스토리지북앤필름,k=bookshop
        고요서사|n=고요서사,k=bookshop
        서점 리스본|n=서점 리스본,k=bookshop
        책방 곱셈|n=책방 곱셈,k=bookshop
        이후북스|n=이후북스,k=bookshop
        piece|n=piece,k=bookshop
        beleben|n=Beleben,k=bookshop
        tokyo|n=Tokyo
        huga|n=HUGA
        chai797|n=차이(Chai)797
        seaone|n=시원(SEAONE)
        3491-3334|n=송림각
        3334|n=송림각
        02-3491-3334|n=송림각
        511-9081|n=청담푸드빌
        777-5937|n=한가람
        5937|n=한가람
        2454|n=강포복집
        냉면|m=냉면
        설렁탕|m=설렁탕
        설농탕|m=설렁탕;설농탕
        떡볶이|m=떡볶이
        떡뽁이|m=떡볶이
        돈까스|m=돈까스;돈가스
        돈가스|m=돈까스;돈가스
        짜장|m=짜장;자장
        짜장면|m=짜장;자장
        자장면|m=짜장;자장
        김치찌게|m=김치찌개;김치찌게
        부대찌게|m=부대찌개;부대찌게
        스시|m=초밥;스시
        삼겹살|m=삼겹살
        뷔페|m=뷔페;부페
        쌀국수|m=쌀국수
        보쌈|m=보쌈
        회|m=회
        복|m=복
        죽|m=죽
        감자탕|m=감자탕
        갈바탕|m=갈비탕
        떡볶아|m=떡볶이
        삼계텅|m=삼계탕
        설렁텅|m=설렁탕
        강남구 초밥|m=초밥;스시,d=gangnam
        강남구초밥|m=초밥;스시,d=gangnam
        종로 삼계탕|m=삼계탕,d=jongno
        송파 한식|m=한식,d=songpa
        서초구 맛집|d=seocho
        서초구맛집|d=seocho
        마포 서점|d=mapo,k=bookshop
        마포구 책방|d=mapo,k=bookshop
        성동 책방|d=seongdong,k=bookshop
        서점|k=bookshop
        책방|k=bookshop
        bookstore|k=bookshop
        bookshop mapo|d=mapo,k=bookshop
        망원동|d=mapo
        상도동|d=dongjak
        신사동|a=신사동
        Mangwon-dong|d=mapo
        mapo|d=mapo
        gangnam-gu sushi|m=초밥;스시,d=gangnam
        noodle|m=국수;냉면;우동;면;짬뽕;파스타;스파게티
        noodles|m=국수;냉면;우동;면;짬뽕;파스타;스파게티
        pizza|m=피자
        BBQ|m=갈비;삼겹;고기;구이;곱창;식육;숯불
        sushi|m=초밥;스시
        raw fish|m=회;초밥
        hot pot|m=샤브;전골;닭한마리;훠궈
        fried chicken|m=치킨;통닭
        naengmyeon|m=냉면
        samgyetang|m=삼계탕
        seolleongtang|m=설렁탕;설농탕
        bibimbap|m=비빔밥
        kimchi stew|m=김치찌개;김치찌게
        tosokchon|n=토속촌
        naengmyon|m=냉면
        합정역|s=합정,r=1
        강남역|s=강남,r=1
        홍대입구역|s=홍대입구,r=1
        hongdae|s=홍대입구,r=1
        강남역 한식|s=강남,m=한식
        시청역 근처 한식|s=시청,m=한식
        Gangnam station|s=강남,r=1
        종로구 bookstore|d=jongno,k=bookshop
        경복궁 삼계탕|s=경복궁,m=삼계탕
        합정 한식|s=합정,m=한식
        sodaus|m=냉면
        Teheran-ro|a=테헤란로
        Cheonho-daero|a=천호대로
        독립출판|m=독립,k=bookshop
        사진집|m=사진,k=bookshop
        그림책|m=그림,k=bookshop
        삼겨|m=삼겹살
        토속초|n=토속촌
        """
}
