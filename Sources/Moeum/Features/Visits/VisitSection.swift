/// The part of a place's page for its reader alone: their visits, and their favourite's tags and note.
struct VisitSection: ViewModel {
    let place: Place.ID
    /// Nil without a session.
    var own: OwnVisits?

    var visits: [Visit] { own?.visits ?? [] }

    /// Visits on the place's page; the others have a page of their own.
    static let maxShown = 10

    static let fields: [Field<VisitSection>] = [
        .object("own") { $0.own },
        .text("logInHref") { "/login?next=/places/\($0.place)%23visits" },
    ]
}

/// The reader's visits to one place, and the forms to add one.
struct OwnVisits: ViewModel {
    let place: Place.ID
    let visits: [Visit]
    let total: Int
    let today: String
    /// The day of the last visit.
    let lastText: String?
    let favourite: Favourite?
    let invalidVisit: InvalidVisit?
    /// What is wrong with the day, in words.
    let problem: String?
    /// The question whether the place is still there, where a visit was recorded today.
    var confirmationSection: ConfirmationSection?

    var isTodayNoted: Bool { visits.first?.on == today }

    static let fields: [Field<OwnVisits>] = [
        .text("action") { "/places/\($0.place)/visits" },
        .text("next") { "/places/\($0.place)#visits" },
        .text("allHref") { $0.total > $0.visits.count ? "/my/visits?place=\($0.place)" : nil },
        .text("today") { $0.today },
        .text("earliest") { _ in Visit.earliestDay },
        .text("typedDay") { $0.invalidVisit?.typed },
        .text("problem") { $0.problem },
        .integer("count") { $0.total },
        .text("lastText") { $0.lastText },
        .flag("isEmpty") { $0.visits.isEmpty },
        .flag("isTodayNoted") { $0.isTodayNoted },
        .list("ownVisits") { $0.visits },
        .object("favouriteNote") { $0.favourite },
        .object("confirmationSection") { $0.confirmationSection },
    ]
}

extension Visit: ViewModel {
    static let fields: [Field<Visit>] = [.integer("id") { Int($0.id) }, .text("on") { $0.on }]
}

extension Favourite: ViewModel {
    static let fields: [Field<Favourite>] = [
        .text("favouriteHref") { "/favourites/\($0.place)" },
        .texts("ownTags") { $0.tags.map(\.text) },
        .text("ownNote") { $0.note.isEmpty ? nil : $0.note },
    ]
}

/// A refused day, as typed.
struct InvalidVisit: Sendable {
    let typed: String
    let error: Visit.DayError

    /// Nil where no visit was refused.
    init?(_ context: AppRequestContext) {
        guard let error = context.formErrors?.codes["on"].flatMap(Visit.DayError.init) else { return nil }
        (typed, self.error) = (String((context.form["on"] ?? "").prefix(100)), error)
    }
}

extension Transaction {
    func visitSection(
        of place: Place.ID,
        for member: Member?,
        _ presenter: PlacePresenter,
        _ invalidVisit: InvalidVisit?
    ) throws -> VisitSection {
        guard let member else { return VisitSection(place: place) }
        let visits = try visits(of: member.id, at: place, limit: VisitSection.maxShown)
        let own = OwnVisits(
            place: place,
            visits: visits,
            total: visits.count < VisitSection.maxShown ? visits.count : try visitCount(of: member.id, at: place),
            today: presenter.now.isoDay,
            lastText: visits.first.map {
                SeoulTime.text(forDay: $0.on, withDay: true, presenter.language) ?? $0.on
            },
            favourite: try favourite(of: member.id, at: place),
            invalidVisit: invalidVisit,
            problem: invalidVisit.map { presenter.text("visits.problem-\($0.error.rawValue)") }
        )
        return VisitSection(place: place, own: own)
    }
}
