/// The merge of a duplicate place into another one.
struct PlaceMerge: Sendable {
    /// How many favourites, reviews and other items of people are concerned.
    struct Counts: Sendable, Equatable, ViewModel {
        let reviews: Int
        let favourites: Int
        let visits: Int
        let entries: Int

        var total: Int { reviews + favourites + visits + entries }

        static let fields: [Field<Counts>] = [
            .integer("reviews") { $0.reviews }, .integer("favourites") { $0.favourites },
            .integer("visits") { $0.visits }, .integer("entries") { $0.entries },
        ]
    }

    /// The checked form of a merge.
    struct Order: Sendable {
        let into: Place.ID
        let reason: String

        static let maxAddressLength = 300

        /// - Parameters:
        ///   - form: `into`, the number of the other place or the address of its page, and `reason`.
        ///   - duplicate: the place that is merged away.
        /// - Throws: `FormErrors`.
        init(_ form: Form, merging duplicate: Place, _ transaction: Transaction) throws {
            var errors: [String: String] = [:]
            (reason, errors["reason"]) = BoundedText.required(form["reason"], 1...CorrectionForm.maxReasonLength)
            let typed = (form["into"] ?? "").trimmed
            let other = try Self.number(in: typed).flatMap { try transaction.place($0) }
            if try transaction.mergedInto(duplicate.id) != nil {
                errors["into"] = "merged-already"
            } else if typed.isEmpty {
                errors["into"] = "required"
            } else if let other {
                if other.id == duplicate.id {
                    errors["into"] = "same"
                } else if other.kind != duplicate.kind {
                    errors["into"] = "kind"
                } else if try transaction.mergedInto(other.id) != nil {
                    errors["into"] = "merged"
                }
            } else {
                errors["into"] = "unknown"
            }
            guard errors.isEmpty, let other else { throw FormErrors(errors) }
            into = other.id
        }

        /// A place's id, from the number or the address of any of its pages.
        static func number(in typed: String) -> Place.ID? {
            if let id = Place.ID(typed) { return id }
            guard typed.count <= maxAddressLength, let match = typed.firstMatch(of: /(?:^|\/)places\/([0-9]+)/) else {
                return nil
            }
            return Place.ID(match.output.1)
        }
    }
}

/// The place that this one was merged into; nil where it was not merged.
struct PlaceMergeState: AuditedValue {
    @AuditedNumber var into: Place.ID?
}

extension AuditedChange<PlaceMergeState> {
    static var placeMerge: Self {
        Self(
            name: "place-merge",
            read: { transaction, target, _ in
                guard let id = target.placeID, try transaction.place(id) != nil else { return nil }
                return PlaceMergeState(into: try transaction.mergedInto(id))
            },
            write: { transaction, target, _, state, audit in
                guard let id = target.placeID, let place = try transaction.place(id),
                    let district = audit.districts[slug: place.district]
                else { throw Problem.cannotRevert }
                try transaction.unmergePlace(place, in: district, at: audit.at)
                guard let into = state.into else { return }
                // For redoing: the other place may have been merged itself, or changed, in the meantime.
                guard let other = try transaction.place(into), other.id != id, other.kind == place.kind,
                    try transaction.mergedInto(into) == nil, let now = try transaction.place(id)
                else { throw Problem.cannotRevert }
                try transaction.mergePlace(now, into: into, in: district, at: audit.at)
            }
        )
    }
}
