import Foundation

/// A correction to the facts of a place, or a bookshop that the site lacks.
struct Suggestion: Sendable, Equatable {
    enum Kind: String, Sendable, CaseIterable {
        case closed, moved, phone, name, menu, hours, duplicate, other
        case newBookshop = "new-bookshop"

        /// Kinds of suggestions about an existing place.
        static let ofPlaces = allCases.filter { $0 != .newBookshop }

        /// Whether it is useless without the right value.
        var needsValue: Bool { self != .closed && self != .moved }

        /// The reason by which staff filter the queue.
        var reason: ModerationReason { self == .newBookshop ? .other : .falseInformation }
    }

    static let maxValueLength = 500
    static let maxSourceLength = 300
    static let maxNameLength = 100
    static let maxAddressLength = 200

    let kind: Kind
    /// The name of the fact.
    let field: String
    /// The right value; for a new bookshop its name and address, a line each.
    let value: String
    /// How the sender knows.
    let source: String

    /// - Parameters:
    ///   - form: `kind`, `value`, `source`, and `field` where the kind does not imply it; for a new bookshop `name` (or
    ///     `value`) and `address`.
    ///   - isOfPlace: whether it is about a place that the site has.
    init(_ form: Form, isOfPlace: Bool) throws(FormErrors) {
        var errors: [String: String] = [:]
        func read(_ name: String, _ shape: BoundedText.Shape, _ limit: Int) -> String {
            do { return try BoundedText(form[name] ?? "", shape, upTo: limit).text } catch {
                errors[name] = error.rawValue
                return ""
            }
        }
        let named = (form["kind"] ?? "").isEmpty && !isOfPlace ? Kind.newBookshop.rawValue : form["kind"] ?? ""
        let kind = Kind(rawValue: named)
        if kind == nil || (kind == .newBookshop) == isOfPlace {
            errors["kind"] = named.isEmpty ? "required" : "invalid"
        }
        var value = read("value", .lines, Self.maxValueLength)
        let source = read("source", .oneLine, Self.maxSourceLength)
        let field = read("field", .oneLine, 40)
        if source.utf8.contains("://".utf8), !LinkFinder(source).hasLink { errors["source"] = "link" }
        if isOfPlace {
            if kind?.needsValue == true, value.isEmpty { errors["value"] = errors["value"] ?? "required" }
            if kind == .phone, !value.isEmpty {
                if let number = PhoneNumber.normalized(value) {
                    value = number
                } else {
                    errors["value"] = PhoneNumber.isMobile(value.filter(\.isWholeNumber)) ? "mobile" : "phone"
                }
            }
        } else {
            let name = read("name", .oneLine, Self.maxNameLength)
            let address = read("address", .oneLine, Self.maxAddressLength)
            if name.isEmpty, value.isEmpty { errors["name"] = errors["name"] ?? "required" }
            value = [name, value, address].filter { !$0.isEmpty }.joined(separator: "\n")
        }
        guard let kind, errors.isEmpty else { throw FormErrors(errors) }
        (self.kind, self.value, self.source) = (kind, value, source)
        self.field = field.isEmpty ? kind.rawValue : field
    }
}
