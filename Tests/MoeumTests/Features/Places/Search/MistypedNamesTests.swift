import Foundation
import Testing

@testable import Moeum

/// Names with one wrong letter, as hurried fingers type them: the mean reciprocal rank of the place that is meant.
@Suite(.cleanup)
struct MistypedNamesTests {
    @Test("A name with a wrong letter is found", arguments: TestEngine.available)
    func findMistyped(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let pairs = Self.table.split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
        #expect(pairs.count == 50)
        var sum = 0.0
        var missed: [String] = []
        for pair in pairs {
            let typed = pair[0].addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let list = try await site.json("/places?q=\(typed)")
            let names = (list["places"] as? [[String: Any]] ?? []).compactMap { $0["officialName"] as? String }
            let rank = names.firstIndex { $0.contains(pair[1]) }.map { 1 / Double($0 + 1) } ?? 0
            sum += rank
            if rank < 1 { missed.append("\(pair[0]) \(rank)") }
        }
        let mean = sum / Double(pairs.count)
        print("mistyped names: mean reciprocal rank \(mean), not first: \(missed)")
        #expect(mean >= 0.9, "\(missed)")
    }

    @Test("A mistake is one letter or, in longer words, one syllable") func likeness() throws {
        func mistakes(_ typed: String, _ name: String) -> Int? {
            NameLikeness(KoreanText.key(typed)).flatMap { $0.mistakes(in: KoreanText.key(name)) }
        }
        #expect(mistakes("미가양꾸치", "미가양꼬치") == 1)
        #expect(mistakes("초애삼계탕마후점", "초애 삼계탕 마곡점") == 2)
        #expect(mistakes("토속초", "토속촌삼계탕") == 0)
        #expect(mistakes("huqa", "HUGA(휴가)") == 1)
        #expect(mistakes("송림강", "송림각") == 1)
        #expect(mistakes("송도관", "송림각") == nil)
        #expect(mistakes("비건", "갈비건") == nil)
    }

    private static let table = """
        엠픕티폴더스|엠프티폴더스
        주식회사 대성푸등빌|대성푸드빌
        구명회 참치앤초밥|구영회 참치앤초밥
        마포숯불갈뱌|마포숯불갈비
        봄가 산해진미|본가 산해진미
        책선당|채선당
        아이음굿북|아이엠굿북
        듀가 감자탕|대가 감자탕
        흰수한식|한수한식
        하타유키|하나유키
        홍콩반적0410|홍콩반점0410
        유진참끼|유진참치
        캐타니|쿠타니
        챠이누|챠이니
        홍쥬솥뚜껑 삼겹살|홍제솥뚜껑 삼겹살
        라이홀|라이홍
        함국전력재경독신자|한국전력재경독신자
        육대장 상계저|육대장 상계점
        도븅산 갈비|도봉산 갈비
        택방 책읽는 정원|책방 책읽는 정원
        소칀지|소천지
        텽복궁창동점|경복궁창동점
        책강 곱셈|책방 곱셈
        천쿠 한방 삼계탕|천수 한방 삼계탕
        명웰샤브샤브칼국수|명일샤브샤브칼국수
        배론북스|재론북스
        커넥티드눅스토어|커넥티드북스토어
        회르는집|회뜨는집
        반우가|한우가
        늘마줄|늘마중
        공릉동 멸칭국수|공릉동 멸치국수
        삼백돈돈귀츠|삼백돈돈가츠
        소문난대국왕뽈찜|소문난대구왕뽈찜
        엉터리샐고기|엉터리생고기
        어머날생고기|어머나생고기
        연희녁두삼계탕|연희녹두삼계탕
        남무곁에 서서|나무곁에 서서
        큰감할매순대국밥|큰맘할매순대국밥
        레느브릭|레드브릭
        설참치 홍대펌|설참치 홍대점
        놀부부댁강남시티점|놀부부대강남시티점
        포베이 땅서점|포베이 강서점
        다독이네 숯불궤이 2호점|다독이네 숯불구이 2호점
        베라카챙플웨딩|베라카채플웨딩
        huqa|HUGA
        Tokio|Tokyo
        도도봉뵹|도도봉봉
        땡스북즈|땡스북스
        스토리지북앤핌|스토리지북앤필름
        서점 리스번|서점 리스본
        """
}
