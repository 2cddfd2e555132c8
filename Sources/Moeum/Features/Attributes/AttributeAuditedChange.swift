/// What staff set for a place, attribute by attribute. The log keeps a value by its attribute, and how staff know by its
/// `sourceName`.
struct AttributeCorrectionsState: AuditedValue {
    struct Correction: Equatable, Sendable {
        /// Empty where the answers were cleared.
        let value: String
        let source: String

        init(value: String, source: String) { (self.value, self.source) = (value, source) }

        init(_ correction: AttributeCorrection) {
            self.init(value: correction.value ?? "", source: correction.source)
        }
    }

    var values: [PlaceAttribute: Correction]

    init(_ values: [PlaceAttribute: Correction]) { self.values = values }

    init(from decoder: any Decoder) throws {
        let texts = try AuditEntry.State(from: decoder)
        values = PlaceAttribute.allCases.reduce(into: [:]) { values, attribute in
            guard let value = texts[attribute.rawValue] else { return }
            values[attribute] = Correction(value: value, source: texts[Self.sourceName(attribute)] ?? "")
        }
    }

    func encode(to encoder: any Encoder) throws {
        let texts = values.reduce(into: [:] as AuditEntry.State) { texts, entry in
            texts[entry.key.rawValue] = entry.value.value
            texts[Self.sourceName(entry.key)] = entry.value.source
        }
        try texts.encode(to: encoder)
    }

    private static func sourceName(_ attribute: PlaceAttribute) -> String { "\(attribute.rawValue)-source" }

    /// The attribute that a name in the log is the `sourceName` of.
    static func attribute(ofSource name: String) -> PlaceAttribute? {
        PlaceAttribute.allCases.first { sourceName($0) == name }
    }
}

extension AuditedChange<AttributeCorrectionsState> {
    static var placeAttributes: Self {
        Self(
            name: "place-attributes",
            read: { transaction, target, _ in
                guard let id = target.placeID, try transaction.place(id) != nil else { return nil }
                return AttributeCorrectionsState(
                    try transaction.attributeCorrections(of: id).mapValues { AttributeCorrectionsState.Correction($0) }
                )
            },
            write: { transaction, target, _, state, audit in
                guard let id = target.placeID else { return }
                let before = try transaction.attributeCorrections(of: id)
                for attribute in PlaceAttribute.allCases {
                    let wanted = state.values[attribute]
                    guard wanted != before[attribute].map({ AttributeCorrectionsState.Correction($0) }) else {
                        continue
                    }
                    let correction = wanted.map { wanted in
                        AttributeCorrection(
                            value: wanted.value.isEmpty ? nil : wanted.value,
                            source: wanted.source,
                            at: audit.at.milliseconds
                        )
                    }
                    try transaction.saveAttributeCorrection(correction, of: attribute, at: id)
                }
            }
        )
    }
}
