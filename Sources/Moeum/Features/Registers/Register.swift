import Foundation

/// A public register that an operator imports as files.
package enum Register: String, Sendable, CaseIterable {
    /// Licences of restaurants (지방행정 인허가: 일반음식점, 휴게음식점): whether a business still exists.
    case licences
    /// Designations of model restaurants (행정안전부_모범음식점정보).
    case designations
    /// Hygiene grades (식품안전나라 C004): 식품안심업소.
    case grades
    /// Good-price shops (착한가격업소): dishes with their prices.
    case prices

    /// A key of the `sources` table.
    var source: String {
        switch self {
        case .licences: "licence-register"
        case .designations: "designation-register"
        case .grades: "hygiene-grades"
        case .prices: "good-price-shops"
        }
    }
}

/// By which rule a row was found to be about a place. Never by the name alone.
enum RegisterMatch: String, Sendable, CaseIterable {
    case permit
    case addressAndName = "address-name"
    case addressAndPhone = "address-phone"
}

/// How a register is imported.
package struct RegisterOptions: Sendable {
    /// The day of all files (`yyyy-MM-dd`); nil takes the newest day in them.
    package var asOf: String?
    /// Everything is read and counted, nothing changed.
    package var isDryRun: Bool
    /// Takes a register with far fewer rows, or far fewer of our places, than it ought to have.
    package var allowsFewer: Bool
    /// Takes a register by which many places closed at once.
    package var allowsClosings: Bool

    /// Whether a text is the day of a register: one from 1950 to today in Seoul. A later one would outdo all later files.
    package static func isDay(_ text: String, at now: Date = .now) -> Bool {
        SeoulTime.isDay(text) && text >= RegisterDay.earliest && text <= SeoulTime(now).isoDay
    }

    package init(asOf: String? = nil, isDryRun: Bool = false, allowsFewer: Bool = false, allowsClosings: Bool = false) {
        self.asOf = asOf
        self.isDryRun = isDryRun
        self.allowsFewer = allowsFewer
        self.allowsClosings = allowsClosings
    }
}
