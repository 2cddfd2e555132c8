/// Puts into words what registers say of a place.
struct PlaceTrustPresenter: Localized {
    let presenter: PlacePresenter
    let place: Place
    let registered: RegisteredPlace
    /// The name of the list that the place is from.
    let listName: String

    var views: Views { presenter.views }
    var language: Language { presenter.language }
    private var today: String { presenter.now.isoDay }
    private var isClosed: Bool { place.status == .closed }

    /// Nil of a place that left its list and that no register knows: the page says so.
    var trust: PlaceTrust? {
        guard let operation = registered.operation else { return isClosed ? gone(nil) : listed }
        if isClosed { return gone(operation) }
        switch operation.state {
        case .open: return open(operation)
        case .closed: return disputed(operation)
        case .suspended, .unknown: return unsure(operation)
        }
    }

    private var listed: PlaceTrust? {
        guard place.status == .listed else { return nil }
        let list = FieldValue.text(listName)
        return PlaceTrust(
            state: .listed,
            title: text("trust.listed", ["day": .text(day(place.source.asOf))]),
            text: registered.missingOn.map { text("trust.listed-missing", ["list": list, "day": .text(day($0))]) }
                ?? text("trust.listed-\(place.kind.rawValue)", ["list": list])
        )
    }

    private func open(_ operation: PlaceOperation) -> PlaceTrust {
        let asOf = asOf(operation.reference)
        guard let safe = registered.designation(.safe), safe.grade == nil, safe.isValid(on: today),
            let until = safe.until
        else {
            return PlaceTrust(
                state: .open,
                title: text("trust.open"),
                text: text("trust.open-text", ["source": .text(asOf)])
            )
        }
        return PlaceTrust(
            state: .open,
            title: text("trust.open-safe"),
            text: text("trust.open-safe-text", ["source": .text(asOf), "until": .text(day(until))])
        )
    }

    /// - Parameter operation: nil where no register says it.
    private func gone(_ operation: PlaceOperation?) -> PlaceTrust {
        guard let operation, operation.state == .closed else {
            return PlaceTrust(state: .gone, title: text("trust.gone"), text: text("trust.gone-text"))
        }
        let title =
            operation.since.map { text("trust.gone-since", ["day": .text(day($0))]) } ?? text("trust.gone-reported")
        let source = asOf(operation.reference)
        return PlaceTrust(state: .gone, title: title, text: text("trust.gone-source", ["source": .text(source)]))
    }

    /// A register says that it closed, but staff listed it.
    private func disputed(_ operation: PlaceOperation) -> PlaceTrust {
        PlaceTrust(
            state: .unsure,
            title: text("trust.unsure"),
            text: text("trust.disputed", ["source": .text(asOf(operation.reference))])
        )
    }

    private func unsure(_ operation: PlaceOperation) -> PlaceTrust {
        PlaceTrust(
            state: .unsure,
            title: text("trust.unsure"),
            text: text("trust.unsure-text", ["source": .text(asOf(operation.reference))]),
            registerWord: operation.stateText.isEmpty ? nil : operation.stateText
        )
    }

    /// Nil where the name is the one at the designation.
    var renaming: PlaceRenaming? {
        guard place.currentName != nil, place.officialName != place.name else { return nil }
        return PlaceRenaming(
            title: text("trust.renamed", ["name": .text(place.name)]),
            formerName: place.officialName,
            text: registered.takenOverOn.map { text("trust.renamed-on", ["day": .text(day($0))]) }
                ?? text("trust.renamed-text")
        )
    }

    // MARK: Facts

    var designations: [DesignationNote] {
        registered.designations.map { designation in
            DesignationNote(
                designation: designation,
                label: text("designation.\(designation.kind.rawValue)"),
                text: words(of: designation),
                note: note(on: designation)
            )
        }
    }

    /// Such as 모범음식점 2010–2024; nil where the register does not have the place or its days.
    var modelYears: String? {
        guard let model = registered.designation(.model), let from = model.from else { return nil }
        let closedOn = registered.operation?.state == .closed ? registered.operation?.since : nil
        let end = model.revokedOn ?? model.until ?? closedOn
        return text("designation.model-years", ["years": .text(years(from, end, isOver: !model.isValid(on: today)))])
    }

    /// Whether the place is a model restaurant today, as far as anybody says.
    var isModel: Bool {
        guard place.kind == .restaurant, place.status == .listed else { return false }
        return registered.designation(.model)?.isValid(on: today) ?? true
    }

    private func words(of designation: PlaceDesignation) -> String {
        if designation.revocation == nil, let until = designation.until {
            let isOver = !designation.isValid(on: today)
            return text(isOver ? "designation.ended" : "designation.until", ["until": .text(day(until))])
        }
        if designation.hasEnded { return text("designation.ended-some-day") }
        guard let from = designation.from else {
            return text("designation.seen", ["day": .text(day(designation.reference.asOf))])
        }
        if designation.revocation != nil { return years(from, designation.revokedOn, isOver: true) }
        let values = ["from": FieldValue.text(day(from)), "day": .text(day(designation.reference.asOf))]
        return text("designation.since", values)
    }

    private func note(on designation: PlaceDesignation) -> String? {
        guard let kind = designation.revocation else { return nil }
        let reason = FieldValue.text(text("revocation.\(kind.rawValue)"))
        guard let revokedOn = designation.revokedOn else {
            return text("designation.revoked-some-day", ["reason": reason])
        }
        return text("designation.revoked", ["day": .text(day(revokedOn)), "reason": reason])
    }

    /// How long the business has been licensed, which outlives changes of owner; nil within the first year.
    var licenceText: String? {
        guard !isClosed, let licensedOn = registered.operation?.licensedOn, let year = Int(licensedOn.prefix(4)) else {
            return nil
        }
        let isBeforeDay = today.dropFirst(4) < licensedOn.dropFirst(4)
        let years = presenter.now.year - year - (isBeforeDay ? 1 : 0)
        return years < 1 ? nil : text("place.licence-years", ["count": .integer(years)])
    }

    var prices: [PriceNote] {
        registered.prices.map { price in
            PriceNote(
                price: price,
                text: text("place.won", ["won": .integer(price.won)]),
                dishes: presenter.shortMenu(price.dish)
            )
        }
    }

    /// Who says the prices, and when.
    var priceSource: String? {
        registered.prices.first.map { text("place.price-source", ["day": .text(day($0.reference.asOf))]) }
    }

    // MARK: Days

    /// A register and its day.
    private func asOf(_ reference: SourceReference) -> String {
        let register = Register.allCases.first { $0.source == reference.source } ?? .licences
        return text("trust.source-\(register.rawValue)", ["day": .text(day(reference.asOf))])
    }

    /// As registers write it on Korean pages; in words on others.
    private func day(_ day: String) -> String {
        language == .korean ? day : SeoulTime.text(forDay: day, withDay: true, language) ?? day
    }

    /// - Parameter isOver: also where nobody knows since when.
    private func years(_ from: String, _ until: String?, isOver: Bool) -> String {
        "\(from.prefix(4))–\(until.map { String($0.prefix(4)) } ?? (isOver ? "?" : ""))"
    }
}
