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
        return hours.spans.map { "\(SeoulTime.clock($0.opens))–\(SeoulTime.clock($0.closes))" }.joined(separator: ", ")
    }
}
