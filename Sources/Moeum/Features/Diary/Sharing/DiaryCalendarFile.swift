import Foundation

/// Visits as a calendar for other programs (RFC 5545): an event of a whole day each.
struct DiaryCalendarFile: Sendable {
    /// The site's host name, so that no other site has the same events.
    let host: String

    var opening: String {
        Self.lines([
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Moeum//Diary//KO", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
        ])
    }

    var closing: String { Self.lines(["END:VCALENDAR"]) }

    func event(_ visit: ExportedVisit) -> String {
        let end = SeoulTime.end(ofDay: visit.day).map { SeoulTime($0).isoDay } ?? visit.day
        let facts: [String?] = [
            "BEGIN:VEVENT", "UID:visit-\(visit.id)@\(host)", "DTSTAMP:\(Self.stamp(visit.notedAt))",
            "DTSTART;VALUE=DATE:\(Self.digits(visit.day))", "DTEND;VALUE=DATE:\(Self.digits(end))",
            "SUMMARY:\(Self.escaped(visit.name))", visit.address.map { "LOCATION:\(Self.escaped($0))" },
            visit.titles.isEmpty ? nil : "DESCRIPTION:\(Self.escaped(visit.titles.joined(separator: "\n")))",
            "CLASS:PRIVATE", "TRANSP:TRANSPARENT", "END:VEVENT",
        ]
        return Self.lines(facts.compactMap(\.self))
    }

    private static func digits(_ day: String) -> String { day.replacing("-", with: "") }

    /// In UTC to the second: `20261114T091000Z`.
    private static func stamp(_ date: Date) -> String {
        SeoulTime(date).rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// 3.3.11. Other control characters have no place in a calendar.
    static func escaped(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": output += "\\\(scalar)"
            case "\n": output += "\\n"
            case _ where scalar.properties.generalCategory == .control: output += " "
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    private static func lines(_ lines: [String]) -> String { lines.map(folded).joined() }

    /// 3.1: at most 75 octets a line, the blank before a continued one counted, and no character cut.
    static func folded(_ line: String) -> String {
        var (output, width) = ("", 0)
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if width + size > 75 {
                output += "\r\n "
                width = 1
            }
            output.unicodeScalars.append(scalar)
            width += size
        }
        return output + "\r\n"
    }
}
