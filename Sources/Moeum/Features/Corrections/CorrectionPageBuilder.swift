import Foundation

/// Builds the staff's page of a place.
struct CorrectionPageBuilder: Sendable, Localized {
    let views: Views
    let language: Language

    /// What the form begins with.
    func values(_ place: Place, _ record: PlaceRecord) -> [String: String] {
        var values = Dictionary(
            uniqueKeysWithValues: CorrectableFact.allCases.map { ($0.rawValue, $0.shown(in: record)) }
        )
        values["status"] = place.status.rawValue
        return values
    }

    func form(_ place: Place) -> FormDeclaration {
        FormDeclaration(
            action: "\(CorrectionRoutes.path)/\(place.id)",
            submit: "admin.places.save",
            CorrectableFact.allCases.map(\.control) + [
                .radios("status", Place.Status.allCases.map(\.rawValue), key: "place-status"),
                .text("source", key: "place-source", maximum: CorrectionForm.maxSourceLength, autocomplete: "off")
                    .conditional,
                .textArea("reason", key: "place-reason", maximum: CorrectionForm.maxReasonLength),
                .hidden("rev"),
            ]
        )
    }

    /// The form that merges a place into another one.
    func mergeForm(_ place: Place) -> FormDeclaration {
        FormDeclaration(
            action: "\(CorrectionRoutes.path)/\(place.id)/merge",
            submit: "admin.places.merge",
            prefix: "merge-",
            [
                .text("into", key: "merge-into", maximum: PlaceMerge.Order.maxAddressLength, autocomplete: "off"),
                .textArea("reason", key: "merge-reason", maximum: CorrectionForm.maxReasonLength), .hidden("rev"),
            ]
        )
    }

    func otherSources(_ facts: [OtherFact], _ corrections: [PlaceCorrection]) -> [CorrectedPlacePage.FactSource] {
        facts.map { fact in
            let name = fact.fact.replacing("_", with: "-")
            return CorrectedPlacePage.FactSource(
                fact: text("place-fact.\(name)"),
                source: fact.source.name(language),
                asOf: fact.asOf,
                replaced: corrections.first { $0.fact.rawValue == fact.fact }?.replaced
            )
        }
    }

    func decisions(_ decisions: [StatusRecord]) -> [CorrectedPlacePage.Decision] {
        decisions.map { decision in
            let reason = "place-decision.\(decision.reason)"
            return CorrectedPlacePage.Decision(
                at: decision.at,
                statusName: text("place-status.\(decision.status.rawValue)"),
                reason: views.hasText(reason) ? text(reason) : decision.reason
            )
        }
    }
}

/// One entry of a place's status history.
struct StatusRecord: Sendable {
    let at: Date
    let status: Place.Status
    /// A code such as `left-list`.
    let reason: String
}

extension CorrectableFact {
    /// The field in which staff write it.
    var control: FormControl {
        let key = "place-\(rawValue.replacing("_", with: "-"))"
        let control: FormControl =
            self == .description
            ? .textArea(rawValue, key: key, maximum: maxLength)
            : .text(rawValue, key: key, maximum: maxLength, autocomplete: "off")
        return mayBeEmpty ? control.optional : control
    }
}
