/// What the registers of designations, grades and prices change of a place. A register's older file changes nothing.
struct ListedPlan: Sendable {
    let register: Register
    /// The register's day.
    let asOf: String

    private var reference: SourceReference { SourceReference(source: register.source, asOf: asOf) }

    /// The designation as a model restaurant. One that was revoked is history, and the place stays listed.
    func update(_ known: KnownPlace, by row: DesignationRow) -> RegisterUpdate {
        var update = RegisterUpdate(known)
        guard isNewest(for: known) else { return update }
        update.setDesignation(
            PlaceDesignation(
                kind: .model,
                from: row.designatedOn,
                renewedOn: row.renewedOn,
                // It ends with the business.
                until: row.closedOn,
                revokedOn: row.revokedOn,
                revocation: row.revocation,
                hasEnded: row.revocation == nil && (row.hasClosing || row.state != .open),
                match: .permit,
                reference: reference
            )
        )
        close(by: row, in: &update)
        return update
    }

    /// A closing in this register counts where the licence register's day is not as late.
    private func close(by row: DesignationRow, in update: inout RegisterUpdate) {
        let known = update.known.operation
        let isOwn = known == nil || known?.reference.source == register.source
        let isLater = known.map { PartialDay.isEarlier($0.reference.asOf, than: asOf) } ?? true
        guard isOwn || isLater else { return }
        if row.state == .closed {
            update.setOperation(
                PlaceOperation(
                    state: .closed,
                    stateText: row.stateText,
                    since: row.closedOn,
                    licensedOn: known?.licensedOn,
                    reference: reference
                )
            )
        } else if isOwn, known?.state == .closed {
            update.setOperation(nil)
        }
    }

    /// - Parameter match: how the row was found to be the place's.
    func update(_ known: KnownPlace, by row: GradeRow, _ match: RegisterMatch) -> RegisterUpdate {
        var update = RegisterUpdate(known)
        guard isNewest(for: known) else { return update }
        update.setDesignation(
            PlaceDesignation(
                kind: .safe,
                from: row.from,
                until: row.until,
                grade: row.grade,
                match: match,
                reference: reference
            )
        )
        return update
    }

    func update(_ known: KnownPlace, by row: PriceRow, _ match: RegisterMatch) -> RegisterUpdate {
        var update = RegisterUpdate(known)
        guard isNewest(for: known) else { return update }
        update.setDesignation(PlaceDesignation(kind: .goodPrice, match: match, reference: reference))
        update.prices = row.dishes.prefix(DishPrice.maxCount).map { dish in
            DishPrice(dish: dish.name, won: dish.won, reference: reference)
        }
        return update
    }

    /// A place that a whole register names no more. Model restaurants become history by being revoked, not by being left out.
    func update(without known: KnownPlace) -> RegisterUpdate {
        var update = RegisterUpdate(known)
        guard let kind = register.endingKind, isNewest(for: known) else { return update }
        update.designations.removeAll { $0.kind == kind && $0.reference.source == register.source }
        if register == .prices { update.prices = [] }
        return update
    }

    private func isNewest(for known: KnownPlace) -> Bool {
        known.day(in: register).map { !PartialDay.isEarlier(asOf, than: $0) } ?? true
    }
}

extension Register {
    /// The designation that ends where the register names a place no more.
    var endingKind: PlaceDesignation.Kind? {
        switch self {
        case .licences, .designations: nil
        case .grades: .safe
        case .prices: .goodPrice
        }
    }
}
