import Foundation
import Testing

@testable import Moeum

/// Opening hours as members type them.
struct DayHoursTests {
    @Test(
        "Hours have a text each, breaks and midnight included",
        arguments: [
            ("closed", "closed"), ("11:00-21:00", "11:00-21:00"),
            ("11:00-15:00,17:00-21:00", "11:00-15:00,17:00-21:00"),
            ("18:00-02:00", "18:00-02:00"), ("10:00-24:00", "10:00-00:00"), ("00:00-24:00", "00:00-24:00"),
            ("00:00-00:00", "00:00-24:00"), ("11:00-14:00,17:00-01:30", "11:00-14:00,17:00-01:30"),
            ("18:00-00:30,01:30-04:00", "18:00-00:30,01:30-04:00"),
            ("18:00-23:00,00:30-04:00", "18:00-23:00,00:30-04:00"),
            ("18:00-02:00,03:00-04:00", "18:00-02:00,03:00-04:00"),
        ]
    )
    func read(_ typed: String, _ text: String) throws {
        let hours = try #require(DayHours(typed))
        #expect(hours.text == text)
        #expect(DayHours(text) == hours)
    }

    @Test(
        "What is none is refused by its bytes",
        arguments: [
            "", "Closed", "closed ", "11:00", "11:00-", "1:00-2:00", "25:00-26:00", "11:60-12:00", "24:30-01:00",
            "11:00-24:01", "11:00-11:00", "11:00–21:00", "11:00-15:00,15:00-21:00", "11:00-15:00,14:00-21:00",
            "11:00-15:00,17:00-11:30", "18:00-02:00,01:30-04:00", "18:00-02:00,03:00-18:30", "11:00-15:00,",
            ",11:00-15:00",
            "11:00-12:00,13:00-14:00,15:00-16:00", "1１:00-2:00", "11:00-21:0\u{301}", "+1:00-21:00", "11:00-21:00\u{0}",
        ]
    )
    func refuse(_ typed: String) { #expect(DayHours(typed) == nil) }

    @Test("Any bytes are read or refused, and what is read reads the same again") func readAnything() {
        var generator = SeededGenerator(state: 45)
        let bytes = Array("0123459:-,closed가".utf8)
        var count = 0
        for _ in 0..<20_000 {
            let length = generator.below(25)
            let typed =
                generator.below(2) == 0
                ? String(decoding: (0..<length).map { _ in bytes[generator.below(bytes.count)] }, as: UTF8.self)
                : "\(clock(&generator))-\(clock(&generator))\(generator.below(2) == 0 ? ",\(clock(&generator))-23:00" : "")"
            guard let hours = DayHours(typed) else { continue }
            count += 1
            #expect(DayHours(hours.text) == hours)
            #expect(hours.spans.allSatisfy { 0..<2_880 ~= $0.opens && $0.opens < $0.closes && $0.closes <= 2_880 })
        }
        #expect(count > 1_000)
    }

    private func clock(_ generator: inout SeededGenerator) -> String { SeoulTime.clock(generator.below(1_440)) }

    @Test("A week keeps its days, and what is no week is none") func keepWeek() throws {
        let (monday, sunday) = (DayHours("11:00-15:00,17:00-02:00"), DayHours("closed"))
        let week = try #require(ToldHours([1: monday, 7: sunday].compactMapValues(\.self)))
        #expect(week.text == "1=11:00-15:00,17:00-02:00;7=closed")
        #expect(ToldHours(week.text) == week)
        for text in ["", "8=closed", "1", "1=", "x=closed", "1=closed;2=?"] { #expect(ToldHours(text) == nil) }
        #expect(ToldHours([:]) == nil)
    }

    @Test("A break after midnight belongs to the evening before") func breakAfterMidnight() throws {
        let hours = OpeningHours(try #require(ToldHours("1=18:00-00:30,01:30-04:00;2=closed")))
        #expect(hours.intervals(on: 1).map(\.opens) == [1_080, 1_530] && hours.intervals(on: 2).isEmpty)
        #expect(hours.intervals.map(\.structuredText) == ["Mo 18:00-00:30", "Tu 01:30-04:00"])
        // Tuesday, 24 November 2026.
        func time(_ hour: Int, _ minute: Int) -> SeoulTime {
            SeoulTime(Date(timeIntervalSince1970: 1_795_446_000 + Double(hour * 60 + minute) * 60))
        }
        #expect(time(0, 0).weekday == 2 && time(0, 0).minuteOfDay == 0)
        #expect(hours.closes(at: time(0, 15)) == 30 && hours.closes(at: time(2, 0)) == 240)
        #expect(!hours.isOpen(at: time(1, 0)) && !hours.isOpen(at: time(4, 0)))
        let next = try #require(hours.nextOpening(after: time(1, 0)))
        #expect(next.weekday == 2 && next.minute == 90)
    }

    @Test("A whole day has no closing, and ends a minute before midnight for search engines") func wholeDay() throws {
        let hours = OpeningHours(try #require(ToldHours("1=00:00-24:00")))
        let noon = SeoulTime(Date(timeIntervalSince1970: 1_795_359_600 + 12 * 3_600))
        #expect(hours.isOpen(at: noon) && hours.closes(at: noon) == nil)
        #expect(hours.intervals.map(\.structuredText) == ["Mo 00:00-23:59"])
    }

    @Test("Days that nobody told are unknown, not closed") func leaveDaysUnknown() throws {
        let hours = OpeningHours(try #require(ToldHours("1=11:00-15:00;2=closed;3=18:00-02:00")))
        #expect(hours.unknownDays == [4, 5, 6, 7])
        // 2026-11-23 is a Monday; Seoul is nine hours ahead.
        func time(_ day: Int, _ hour: Int) -> SeoulTime {
            SeoulTime(Date(timeIntervalSince1970: 1_795_359_600 + Double(day * 24 + hour) * 3_600))
        }
        #expect(time(0, 0).weekday == 1 && time(0, 12).hour == 12)
        #expect(hours.isKnownOpen(at: time(0, 12)) == true)
        #expect(hours.isKnownOpen(at: time(0, 16)) == false)
        #expect(hours.isKnownOpen(at: time(1, 12)) == false)
        // After midnight of a day that is told.
        #expect(hours.isKnownOpen(at: time(3, 1)) == true)
        #expect(hours.isKnownOpen(at: time(3, 3)) == nil)
        // While the evening of a day that nobody told may go on.
        #expect(hours.isKnownOpen(at: time(0, 1)) == nil && hours.isKnownOpen(at: time(0, 5)) == nil)
        #expect(hours.isKnownOpen(at: time(0, 6)) == false && hours.isKnownOpen(at: time(1, 1)) == false)
        let next = try #require(hours.nextOpening(after: time(0, 16)))
        #expect(next.weekday == 3 && next.minute == 18 * 60)
        #expect(hours.nextOpening(after: time(3, 3)) == nil)
    }
}
