/// Makes what members tell about a place readable.
struct AttributeSectionBuilder: Sendable {
    let presenter: PlacePresenter

    /// - Parameter own: the reader's answers.
    func section(_ place: Place, _ tallies: [AttributeTally], own: [PlaceAttribute: String]) -> AttributeSection {
        let answered = Dictionary(grouping: tallies, by: \.attribute)
        let offered = PlaceAttribute.offered(at: place.kind)
        let known = offered.filter { answered[$0] != nil }
        return AttributeSection(
            place: place.id,
            chips: known.flatMap { attribute in
                let all = answered[attribute] ?? []
                return all.map { tally in
                    AttributeSection.Chip(
                        option: option(attribute, tally.value),
                        key: attribute.rawValue,
                        people: tally.people,
                        on: tally.day,
                        dayText: tally.time.shortDay(at: presenter.now),
                        isOwn: own[attribute] == tally.value,
                        isMinor: tally.isMinor(among: all),
                        isOfStaff: tally.source != nil
                    )
                }
            },
            questions: offered.filter { answered[$0] == nil }.map { attribute in
                AttributeSection.Question(
                    label: presenter.attributeQuestion(attribute),
                    options: attribute.values.map {
                        AttributeSection.Option(label: answer($0, attribute), sends: sent(attribute, $0))
                    }
                )
            },
            others: known.flatMap { attribute in
                let given = Set((answered[attribute] ?? []).map(\.value))
                return attribute.values.filter { !given.contains($0) }.map { option(attribute, $0) }
            },
            corrections: tallies.compactMap { tally in
                tally.source.map {
                    AttributeSection.Correction(
                        label: presenter.attributeStatement(tally.attribute, tally.value),
                        source: $0
                    )
                }
            }
        )
    }

    private func option(_ attribute: PlaceAttribute, _ value: String) -> AttributeSection.Option {
        AttributeSection.Option(label: presenter.attributeStatement(attribute, value), sends: sent(attribute, value))
    }

    private func sent(_ attribute: PlaceAttribute, _ value: String) -> String { "\(attribute.rawValue)=\(value)" }

    /// An answer to a question that is in sight.
    private func answer(_ value: String, _ attribute: PlaceAttribute) -> String {
        attribute == .price ? presenter.attributeStatement(attribute, value) : presenter.text("attribute.\(value)")
    }
}

extension Transaction {
    /// Adds what members tell about a place to its page.
    func addAttributes(to detail: inout PlaceDetail, for member: Member?, _ presenter: PlacePresenter) throws {
        let place = detail.card.place
        let tallies = try placeAttributes(of: place.id)
        let own = try member.map { try placeAnswers(of: $0.id, at: place.id) } ?? [:]
        detail.facts = PlaceFactRow.rows(tallies)
        if place.status != .closed {
            detail.attributes = AttributeSectionBuilder(presenter: presenter).section(place, tallies, own: own)
        }
        try addToldHours(to: &detail, presenter)
    }

    /// Who tells the hours that the page shows, or where members tell others than the place's record.
    private func addToldHours(to detail: inout PlaceDetail, _ presenter: PlacePresenter) throws {
        guard let hours = detail.hours else { return }
        let place = detail.card.place
        let differing = hours.isTold ? [:] : presenter.differingHours(of: place)
        let days = PlaceAttribute.week.filter { $0.weekday.map { hours.isTold || differing[$0] != nil } ?? false }
        guard !days.isEmpty, let tellers = try hoursTellers(of: place.id, on: days) else { return }
        let told: [String: FieldValue] = [
            "count": .integer(tellers.people),
            "day": .text(SeoulTime(tellers.answeredAt).shortDay(at: presenter.now)),
        ]
        if hours.isTold {
            detail.hours?.toldText = presenter.text("attribute.told", told)
        } else {
            detail.hours?.differing = HoursTable.Differing(
                text: presenter.text("attribute.told-differently", told),
                days: differing.sorted { $0.key < $1.key }.map {
                    presenter.hoursDay($0.key, presenter.hoursText($0.value))
                }
            )
        }
    }
}
