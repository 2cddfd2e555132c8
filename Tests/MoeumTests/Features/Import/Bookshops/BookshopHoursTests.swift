import Testing

@testable import Moeum

/// Hours of bookshops as lists have them, in the form that the site reads.
struct BookshopHoursTests {
    /// Hours of weekdays, Saturdays and Sundays.
    private static func hours(_ times: [String], _ closed: String?) -> BookshopHours {
        var hours = BookshopHours(closed: closed)
        for (index, days) in [1...5, 6...6, 7...7].enumerated() where index * 2 + 1 < times.count {
            hours.set(BookshopHours.Span(times[index * 2], times[index * 2 + 1]), on: days)
        }
        return hours
    }

    @Test(
        "Hours by day become a text that is understood",
        arguments: [
            (["14:00", "21:00"], "토요일, 일요일, 월요일", "화-금 14:00-21:00 (휴무: 월, 토, 일)"),
            (["09:00", "17:00"], nil, "월-금 09:00-17:00"),
            (["10:00", "20:00", "10:00", "17:30"], "공휴일", "월-금 10:00-20:00 토 10:00-17:30 (휴무: 공휴일)"),
            (["14:00", "21:00", "14:00", "21:00"], "일~화요일 정기 휴무", "수-토 14:00-21:00 (휴무: 월, 화, 일)"),
            (["11:30", "19:00"], "주말", "월-금 11:30-19:00 (휴무: 토, 일)"),
            (["12:00", "20:00", "12:00", "20:00", "12:00", "20:00"], "", "월-일 12:00-20:00"),
            (["12:00", "20:00", "13:00", "20:00", "13:00", "20:00"], "월요일", "화-금 12:00-20:00 토-일 13:00-20:00 (휴무: 월)"),
            (["13:00", "20:00", "13:00", "20:00", "13:00", "20:00"], "목요일", "월-수 13:00-20:00 금-일 13:00-20:00 (휴무: 목)"),
            (["12:00", "21:00", "12:00", "21:00", "12:00", "21:00"], "설날, 추석 당일", "월-일 12:00-21:00 (휴무: 설날, 추석)"),
            (["0.58", "0.875", "0.5", "0.75"], "일요일", "월-금 13:55-21:00 토 12:00-18:00 (휴무: 일)"),
            (["18:00", "02:00"], "주말", "월-금 18:00-02:00 (휴무: 토, 일)"),
        ] as [([String], String?, String)]
    )
    func byDay(_ times: [String], _ closed: String?, _ expected: String) {
        let text = Self.hours(times, closed).text
        #expect(text == expected)
        #expect(OpeningHours(expected) != nil)
    }

    @Test("What is no list of days stays in its own words")
    func ownWords() {
        let text = Self.hours(["12:00", "19:00"], "격주 일요일").text
        #expect(text == "월-금 12:00-19:00 (휴무: 격주 일요일)")
        #expect(text.flatMap { OpeningHours($0) } == nil)
        #expect(BookshopHours(closed: "일요일, 월요일").text == "휴무: 월, 일")
        #expect(BookshopHours().text == nil)
    }

    @Test(
        "Times are clocks or parts of a day",
        arguments: [
            ("14:00", 840), ("9:30", 570), ("09:30:00", 570), ("14시", 840), ("14시 30분", 870), ("0.58", 835),
            ("0.583333333", 840), (".5", 720), ("1", 1_440), ("24:00", 1_440), ("25:00", nil), ("14:60", nil),
            ("1.5", nil), ("14", nil), ("문의", nil), ("-0.5", nil),
        ] as [(String, Int?)]
    )
    func times(_ text: String, _ minute: Int?) {
        #expect(BookshopHours.minute(text) == minute)
    }

    @Test(
        "One text with all hours is taken apart",
        arguments: [
            (
                "평일개점마감시간 : 11:00~21:00 토요일개점마감시간 : 11:00~20:00 휴무일 : 월요일 휴무:",
                "화-금 11:00-21:00 토 11:00-20:00 (휴무: 월)"
            ),
            (
                "평일개점마감시간 : 토요일개점마감시간 : 10:00~18:00 일요일개점마감시간 : 10:00~17:00",
                "토 10:00-18:00 일 10:00-17:00"
            ),
            ("휴무일 : 일요일, 공휴일 평일개점마감시간 : 0.5~0.75", "월-금 12:00-18:00 (휴무: 일, 공휴일)"),
            ("일요일 운영시간: 13시 ~ 18시 매일 운영시간: 11시 ~ 20시", "월-토 11:00-20:00 일 13:00-18:00"),
            ("휴무일 : 토요일 일요일개점마감시간 : 11:00~12:00", "일 11:00-12:00 (휴무: 토)"),
            ("골목 안의 작은 서점이에요", nil),
        ] as [(String, String?)]
    )
    func freeText(_ text: String, _ expected: String?) {
        #expect(BookshopHours(freeText: text)?.text == expected)
    }
}
