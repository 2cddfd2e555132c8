/// Attributes and answers in a reader's language.
extension Localized {
    /// What an attribute is about, such as "Parking?"; the weekday for opening hours.
    func attributeQuestion(_ attribute: PlaceAttribute) -> String { text("attribute.\(attribute.rawValue).question") }

    /// An answer as a whole statement, such as "Takes cards".
    /// - Parameter value: from `PlaceAttribute.value`.
    func attributeStatement(_ attribute: PlaceAttribute, _ value: String) -> String {
        guard attribute.weekday != nil else { return text("attribute.\(attribute.rawValue).\(value)") }
        return "\(attributeQuestion(attribute)): \(DayHours(value).map(hoursText) ?? value)"
    }

    func hoursText(_ hours: DayHours) -> String {
        if hours.spans.isEmpty { return text("hours.day-off") }
        return hours.spans.map { hoursText($0.opens..<$0.closes) }.joined(separator: ", ")
    }

    /// - Parameter minutes: from midnight.
    func hoursText(_ minutes: Range<Int>) -> String {
        if minutes == 0..<1_440 { return text("hours.whole-day") }
        return "\(SeoulTime.clock(minutes.lowerBound))–\(SeoulTime.clock(minutes.upperBound))"
    }
}
