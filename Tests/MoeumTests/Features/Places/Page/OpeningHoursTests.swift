import Foundation
import Testing

@testable import Moeum

struct OpeningHoursTests {
    private func week(_ text: String) -> [String] {
        (OpeningHours(text)?.intervals ?? []).map { "\($0.weekday) \($0.opens)-\($0.closes)" }
    }

    @Test(
        "A week of opening hours is read",
        arguments: [
            ("월-금 14:00-20:00 토 13:00-18:00 (휴무:일)", 6), ("매일 12:00-19:00", 7),
            ("매일 12:00-21:00 (휴무:신정, 설, 추석연휴)", 7), ("일-화 13:00-18:00 수-토 11:00-20:00", 7),
            ("수-월 13:00-20:00 (휴무:화)", 6), ("수,금 19:00-22:00 토,일 13:00-19:00 (휴무: 월,화)", 4),
            ("평일 10시~18시 주말 11:00~17:00", 7), ("금,주말 12:00-18:00 수,목 12:00-20:00", 5),
            ("화-목 11:30-19:00, 금 11:30-17:00 (휴무: 토,일)", 4), ("월요일-금요일 09:00-18:00", 5),
            ("매일 11:00-20:00 월요일 휴무", 6), ("매일 10:00~19:00 (월,화 휴무)", 5), ("매일 12:00-19:00 (휴무: 월, 공휴일)", 6),
            ("수-월 13:00-20:00 (휴무: 화, 신정, 설, 크리스마스)", 6),
        ]
    )
    func readWeek(_ text: String, _ days: Int) {
        #expect(Set((OpeningHours(text)?.intervals ?? []).map(\.weekday)).count == days)
    }

    @Test(
        "A text that is not understood stays a text",
        arguments: [
            "화-금 13:00-19:30 토-일 13:20:00 (휴무: 월)", "매일 09:00-21:00 (휴무: 매달 1,3번째 화요일)",
            "예약제로 열어요", "매일 10:00-19:00 (휴무: 비정기)", "매일 10:00-19:00 (휴무: 매달마지막주일요일)", "화-토 13:00-20:00 (정보없음: 일,월)", "",
            "월-금", "25:99-3", "휴무: 월",
        ]
    )
    func leaveAsText(_ text: String) {
        #expect(OpeningHours(text) == nil)
    }

    @Test("A closing past midnight belongs to the evening before") func pastMidnight() {
        #expect(week("금 18:00-02:00") == ["5 1080-1560"])
        #expect(week("매일 11:00 - 07:00").count == 7)
    }

    /// 21 November 2026 was a Saturday; times are Seoul's.
    @Test("Open now knows the clock and the night before") func openNow() throws {
        let midnight = 1_795_186_800
        func at(_ day: Int, _ hour: Int, _ minute: Int = 0) -> SeoulTime {
            let seconds = midnight + (day - 21) * 86_400 + hour * 3_600 + minute * 60
            return SeoulTime(Date(timeIntervalSince1970: Double(seconds)))
        }
        #expect(at(21, 0).isoDay == "2026-11-21")
        #expect(at(21, 0).weekday == 6)
        let hours = try #require(OpeningHours("금-토 18:00-02:00"))
        #expect(hours.isOpen(at: at(21, 1, 59)))
        #expect(!hours.isOpen(at: at(21, 2)))
        #expect(hours.isOpen(at: at(21, 18)))
        #expect(hours.closes(at: at(21, 19)) == 120)
        #expect(hours.nextOpening(after: at(21, 3))?.weekday == 6)
        #expect(hours.nextOpening(after: at(22, 3))?.weekday == 5)
        #expect(hours.nextOpening(after: at(21, 19)) == nil)
    }
}

struct OpeningHoursReaderTests {
    @Test("Cached hours equal those of the text") func cachedHours() {
        let reader = OpeningHoursReader()
        for text in ["월-금 14:00-20:00", "가끔 엽니다", "매일 12:00-19:00"] {
            for _ in 0..<2 { #expect(reader.hours(text) == OpeningHours(text)) }
        }
    }
}
