import HTTPTypes
import Hummingbird

/// Telling something about a place, and taking it back.
struct AttributeRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.post("/places/{id}/facts", for: .member, use: saveAnswer)
        router.post("/places/{id}/facts/delete", for: .member, use: deleteAnswer)
        router.get("/places/{id}/facts/hours", for: .member, use: showHours)
        router.post("/places/{id}/facts/hours", for: .member, again: showHours, use: saveHours)
    }

    /// `key` and `value`; a button of the page sends both as `fact`, such as `parking=yes`.
    @Sendable func saveAnswer(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        if let restriction = member.postingRestriction { throw restriction.problem }
        let (id, sent) = (try context.id() as Place.ID, SentFact(context.form))
        guard let attribute = sent.attribute else {
            throw FormErrors(["key": sent.key == nil ? "required" : "invalid"])
        }
        guard let value = sent.value.flatMap(attribute.value) else {
            throw FormErrors(["value": sent.value == nil ? "required" : "invalid"])
        }
        let (limit, now) = (app.limits.placeAnswers, app.clock())
        let tallies = try await app.database.write { transaction in
            let place = try transaction.answeredPlace(id)
            guard attribute.isOffered(at: place.kind) else { throw FormErrors(["key": "invalid"]) }
            try transaction.enforce(limit, for: member.id, at: now)
            try transaction.savePlaceAnswer(attribute, value, at: place.id, by: member.id, at: now)
            try transaction.recountPlaceAttributes([attribute], of: place.id)
            return try transaction.placeAttributes(of: place.id)
        }
        let (next, flash) = (Self.factsPath(id), "fact-saved")
        guard context.prefersJSON, let row = PlaceFactRow.rows(tallies).first(where: { $0.isOf(attribute, value) })
        else {
            return app.pages.seeOther(context, to: next, flash: flash)
        }
        return .personalJSON([
            "key": .text(row.key), "value": .text(row.value), "yes": .integer(row.yes), "no": .integer(row.no),
            "next": .text(next), "message": .text(context.text("flash.\(flash)")),
        ])
    }

    @Sendable func deleteAnswer(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireActive()
        let id: Place.ID = try context.id()
        guard let attribute = context.form["key"].flatMap(PlaceAttribute.init) else {
            throw FormErrors(["key": context.form["key"] == nil ? "required" : "invalid"])
        }
        let (limit, now) = (app.limits.placeAnswerDeletions, app.clock())
        try await app.database.write { transaction in
            let place = try transaction.answeredPlace(id)
            try transaction.enforce(limit, for: member.id, at: now)
            try transaction.deletePlaceAnswer(attribute, at: place.id, by: member.id)
            try transaction.recountPlaceAttributes([attribute], of: place.id)
        }
        return app.pages.seeOther(context, to: Self.factsPath(id), flash: "fact-deleted")
    }

    // MARK: Opening hours

    @Sendable func showHours(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Place.ID = try context.id()
        let builder = AttributeHoursBuilder(
            typed: context.formErrors == nil ? nil : context.form,
            errors: context.formErrors?.codes ?? [:],
            views: app.views,
            language: context.language
        )
        return try await app.pages.respond(to: context, title: context.text("attribute.hours-title"), section: .places)
        {
            transaction,
            _ in
            let place = try transaction.answeredPlace(id)
            return builder.page(place, own: try transaction.placeAnswers(of: member.id, at: place.id))
        }
    }

    /// All days of a week at once; a day without times is taken back. A form without any day, of a member who told none, is none.
    @Sendable func saveHours(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        if let restriction = member.postingRestriction { throw restriction.problem }
        let (id, form) = (try context.id() as Place.ID, context.form)
        let week = PlaceAttribute.week.map { ($0, HoursFields($0, form)) }
        let wrong = week.filter { !$0.1.isEmpty && $0.1.hours == nil }
        guard wrong.isEmpty else {
            throw FormErrors(Dictionary(wrong.map { (HoursFields.name($0.0), "hours") }) { first, _ in first })
        }
        let isEmpty = week.allSatisfy(\.1.isEmpty)
        let (limit, now) = (app.limits.placeAnswers, app.clock())
        try await app.database.write { transaction in
            let place = try transaction.answeredPlace(id)
            let own = try transaction.placeAnswers(of: member.id, at: place.id)
            if isEmpty, own.keys.allSatisfy({ $0.weekday == nil }) {
                throw FormErrors([FormDeclaration.wholeForm: "required"])
            }
            try transaction.enforce(limit, for: member.id, at: now)
            for (day, fields) in week {
                if let hours = fields.hours {
                    try transaction.savePlaceAnswer(day, hours.text, at: place.id, by: member.id, at: now)
                } else {
                    try transaction.deletePlaceAnswer(day, at: place.id, by: member.id)
                }
            }
            try transaction.recountPlaceAttributes(PlaceAttribute.week, of: place.id)
        }
        return app.pages.seeOther(context, to: Self.factsPath(id), flash: isEmpty ? "fact-deleted" : "hours-saved")
    }

    private static func factsPath(_ id: Place.ID) -> String { "/places/\(id)#facts" }
}

/// What a form says about a place: `key` and `value`, or both in one button's `fact`.
private struct SentFact {
    let key: String?
    let value: String?

    init(_ form: Form) {
        guard let fact = form["fact"] else {
            (key, value) = (form["key"], form["value"])
            return
        }
        let bytes = fact.utf8
        let name = bytes.prefix { $0 != UInt8(ascii: "=") }
        key = String(decoding: name, as: UTF8.self)
        value = String(decoding: bytes.dropFirst(name.count + 1), as: UTF8.self)
    }

    var attribute: PlaceAttribute? { key.flatMap(PlaceAttribute.init) }
}
