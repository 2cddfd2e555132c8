import Foundation

/// Builds the staff's page of a place.
struct CorrectionPageBuilder: Sendable, Localized {
    let views: Views
    let language: Language
    let token: String?

    private static let facts = FormControl.boundedAsFacts([
        .text("name", key: "place-name", autocomplete: "off"),
        .text("category", key: "place-category", autocomplete: "off"),
        .text("road_address", key: "place-road-address", autocomplete: "off").optional,
        .text("lot_address", key: "place-lot-address", autocomplete: "off").optional,
        .text("phone", key: "place-phone", autocomplete: "off").optional,
        .text("menu", key: "place-menu", autocomplete: "off").optional,
        .textArea("description", key: "place-description").optional,
        .text("link", key: "place-link", autocomplete: "off").optional,
        .text("hours", key: "place-hours", autocomplete: "off").optional,
        .text("position", key: "place-position", autocomplete: "off").optional,
    ])

    func statusName(_ status: Place.Status) -> String { text("place-status.\(status.rawValue)") }

    func name(_ source: Source) -> String { language == .korean ? source.nameKo : source.nameEn }

    /// - Parameters:
    ///   - suggested: values of a suggestion, shown in the fields instead of the current ones.
    ///   - typed: the refused form, shown again.
    ///   - rev: the newest audit entry, carried by the form.
    func form(
        _ place: Place,
        _ record: PlaceRecord,
        suggested: [String: String] = [:],
        typed: Form?,
        _ problems: [String: String],
        rev: AuditEntry.ID
    ) -> FormView {
        var values = Dictionary(
            uniqueKeysWithValues: CorrectableFact.allCases.map { ($0.rawValue, $0.shown(in: record)) }
        )
        values["status"] = place.status.rawValue
        values.merge(suggested) { $1 }
        values["rev"] = String(rev)
        let typed = typed.map { Form(items: $0.items.filter { $0.name != "rev" } + [("rev", String(rev))]) }
        return FormDeclaration(
            action: "\(CorrectionRoutes.path)/\(place.id)",
            submit: "admin.places.save",
            Self.facts + [
                .radios("status", Place.Status.allCases.map(\.rawValue), key: "place-status"),
                .text("source", key: "place-source", maximum: CorrectionForm.maxSourceLength, autocomplete: "off")
                    .conditional,
                .textArea("reason", key: "place-reason", maximum: CorrectionForm.maxReasonLength),
                .hidden("rev"),
            ]
        ).formView(typed: typed, values: values, problems: problems, token: token, views: views, language)
    }

    /// The form that merges a place into another one.
    func mergeForm(_ place: Place, typed: Form?, _ problems: [String: String], rev: AuditEntry.ID) -> FormView {
        let typed = typed.map { Form(items: $0.items.filter { $0.name != "rev" } + [("rev", String(rev))]) }
        return FormDeclaration(
            action: "\(CorrectionRoutes.path)/\(place.id)/merge",
            submit: "admin.places.merge",
            prefix: "merge-",
            [
                .text("into", key: "merge-into", maximum: PlaceMerge.Order.maxAddressLength, autocomplete: "off"),
                .textArea("reason", key: "merge-reason", maximum: CorrectionForm.maxReasonLength), .hidden("rev"),
            ]
        ).formView(
            typed: typed,
            values: ["rev": String(rev)],
            problems: problems,
            isSecond: true,
            token: token,
            views: views,
            language
        )
    }

    func otherSources(_ facts: [OtherFact], _ corrections: [PlaceCorrection]) -> [CorrectedPlacePage.FactSource] {
        facts.map { fact in
            let name = fact.fact.replacing("_", with: "-")
            return CorrectedPlacePage.FactSource(
                fact: text("place-fact.\(name)"),
                source: language == .korean ? fact.nameKo : fact.nameEn,
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
                statusName: statusName(decision.status),
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

extension FormControl {
    /// Fields, with the greatest length of the fact of the same name.
    static func boundedAsFacts(_ controls: [FormControl]) -> [FormControl] {
        controls.map { control in
            var control = control
            control.maximum = CorrectableFact(rawValue: control.name)?.maxLength ?? control.maximum
            return control
        }
    }
}
