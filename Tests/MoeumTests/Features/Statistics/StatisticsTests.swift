import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// What counts as a visit, what is kept of a search, and how numbers become bars.
struct StatisticsTests {
    private static let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1"

    @Test(
        "Robots are known by their user agent",
        arguments: [
            (phone, false), ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true),
            ("Mozilla/5.0 (compatible; Yeti/1.1; +http://naver.me/spd)", true),
            ("Mozilla/5.0 (X11) AppleWebKit/537.36 GPTBot/1.2", true), ("curl/8.5.0", true), ("", true),
        ]
    )
    func robots(_ agent: String, _ isRobot: Bool) {
        #expect(Traffic.isRobot(agent) == isRobot, "\(agent)")
        #expect(Traffic.isRobot(nil))
    }

    @Test(
        "Words are kept as search reads them, and nothing personal is",
        arguments: [
            ("  Mapo　김밥! ", "mapo 김밥"), ("ＰＡＲＫ 곱창", "park 곱창"), ("2호점", "2호점"),
            ("gildong@mail.example", nil), ("길동＠mail.example", nil), ("010-1234-5678", nil), ("０２ ７１５ １２３４", nil),
            ("!!!", nil), (String(repeating: "가", count: 41), nil),
            (String(repeating: "나", count: 40), String(repeating: "나", count: 40)),
        ]
    )
    func normalizeWords(_ typed: String, _ kept: String?) {
        #expect(EmptySearch.normalized(typed) == kept)
    }

    @Test("Days are those of Seoul") func seoulDays() {
        let lastMinute = SeoulDay(Date(timeIntervalSince1970: 1_767_193_140))
        let midnight = SeoulDay(Date(timeIntervalSince1970: 1_767_193_200))
        #expect([lastMinute.text, midnight.text] == ["2025-12-31", "2026-01-01"])
        #expect(midnight.start == Date(timeIntervalSince1970: 1_767_193_200))
        #expect(SeoulDay(number: -1).text == "1969-12-31")
    }

    @Test("A year is twelve months, and the period before has as many days") func periods() {
        let today = SeoulDay(Date(timeIntervalSince1970: 1_773_500_000))
        #expect(today.text == "2026-03-14")
        let months = DailyCount.Period.year.parts(endingAt: today)
        #expect(months.map(\.lowerBound.text).first == "2025-04-01")
        #expect(months.count == 12)
        #expect(months.last?.upperBound == today)
        #expect(zip(months, months.dropFirst()).allSatisfy { $0.upperBound.advanced(by: 1) == $1.lowerBound })
        let week = DailyCount.Period.week.parts(endingAt: today)
        #expect(week.map(\.lowerBound.text) == (8...14).map { $0 < 10 ? "2026-03-0\($0)" : "2026-03-\($0)" })
        let days = week[0].lowerBound...week[6].upperBound
        #expect(DailyCount.Period.week.before(days).lowerBound.text == "2026-03-01")
        #expect(DailyCount.Period.week.before(days).upperBound.text == "2026-03-07")
    }

    @Test(
        "Grid lines are at round numbers",
        arguments: [(0, 1), (1, 1), (4, 1), (5, 2), (17, 5), (21, 10), (4_001, 2_000)]
    )
    func gridLines(_ highest: Int, _ step: Int) {
        #expect(StatisticsChart.step(highest) == step)
    }

    @Test("Bars start at the ground and reach their number") func bars() {
        let chart = StatisticsChart([0, 5, 20], titles: ["a", "b", "c"], labels: ["1", "2", "3"])
        #expect(chart.lines.map(\.label) == ["0", "5", "10", "15", "20"])
        #expect(chart.bars.map { $0.y + $0.height } == [126, 126, 126])
        #expect(chart.bars.map(\.height) == [0, 29, 116])
        #expect(chart.bars.last?.y == chart.lines.last?.y)
        #expect([chart.firstLabel, chart.middleLabel, chart.lastLabel] == ["1", "2", "3"])
    }
}
