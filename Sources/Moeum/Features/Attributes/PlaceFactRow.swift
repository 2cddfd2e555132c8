/// One value of a fact for programs: how many say so, how many say otherwise, and when the last did.
struct PlaceFactRow: ViewModel {
    let key: String
    let value: String
    /// Who say yes, or who give this value where the answers are not yes and no.
    let yes: Int
    /// Who say no, or who give another value.
    let no: Int
    /// `yyyy-MM-dd`.
    let asOf: String
    /// How staff know better than those who answered, in their words; nil where they set nothing.
    let source: String?

    func isOf(_ attribute: PlaceAttribute, _ value: String) -> Bool {
        key == attribute.rawValue && self.value == value
    }

    /// One row a key and value.
    static func rows(_ tallies: [AttributeTally]) -> [PlaceFactRow] {
        let byAttribute = Dictionary(grouping: tallies, by: \.attribute)
        return tallies.map { tally in
            let same = byAttribute[tally.attribute] ?? []
            let counted = tally.value == "no" ? "yes" : tally.value
            let agreeing = same.first { $0.value == counted }?.people ?? 0
            return PlaceFactRow(
                key: tally.attribute.rawValue,
                value: tally.value,
                yes: agreeing,
                no: same.reduce(0) { $0 + $1.people } - agreeing,
                asOf: tally.day,
                source: tally.source
            )
        }
    }

    static let fields: [Field<PlaceFactRow>] = [
        .text("key") { $0.key }, .text("value") { $0.value }, .integer("yes") { $0.yes }, .integer("no") { $0.no },
        .text("asOf") { $0.asOf }, .text("source") { $0.source },
    ]
}
