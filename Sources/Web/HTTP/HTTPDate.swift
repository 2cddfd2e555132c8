import Foundation
import NIOCore
import Synchronization

/// The time as the field `Date` has it (RFC 9110 §5.6.7), written once a second.
enum HTTPDate {
    private static let latest = Mutex<(second: time_t, line: ByteBuffer)>((0, ByteBuffer()))

    /// Appends the time and the empty line that ends a head.
    static func append(to head: inout ByteBuffer) {
        let now = time(nil)
        let line = latest.withLock { latest in
            if latest.second != now { latest = (now, ByteBuffer(string: "\(text(of: now))\r\n\r\n")) }
            return latest.line
        }
        head.writeImmutableBuffer(line)
    }

    static func text(of second: time_t) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day =
            "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year)"
        return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}
