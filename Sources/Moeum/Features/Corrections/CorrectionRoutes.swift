import Foundation
import HTTPTypes
import Hummingbird

/// Correcting places: facts with a source, and whether a place is listed.
struct CorrectionRoutes: RouteGroup {
    static let path = "/admin/places"
    private static let maxShown = 30

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/places", for: .moderator, use: showPlaces)
        router.post("/admin/places", for: .moderator, again: showNew, use: add)
        router.get("/admin/places/new", for: .moderator, use: showNew)
        router.get("/admin/places/{id}", for: .moderator, use: showPlace)
        router.post("/admin/places/{id}", for: .moderator, again: showPlace, use: correctPlace)
        router.post("/admin/places/{id}/merge", for: .moderator, again: showPlace, use: merge)
    }

    // MARK: The list

    @Sendable func showPlaces(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        var query = PlaceQuery(context.query.items, districts: app.districts)
        query.isEveryStatus = true
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.nav.places"),
            frame: AdministrationFrame(.places)
        ) { [query] transaction in
            let list = try transaction.placeList(query, at: SeoulTime(app.clock()), limit: Self.maxShown)
            return CorrectedPlacesPage(
                text: query.text,
                places: list.entries.map { entry in
                    CorrectedPlacesPage.Entry(
                        place: entry.place,
                        districtName: app.districtName(entry.place.district, context.language)
                    )
                },
                next: list.next.map { key in
                    var next = query
                    next.after = key
                    return next.address(Self.path)
                }
            )
        }
    }

    // MARK: One place

    @Sendable func showPlace(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let (language, id) = (context.language, try context.id() as Place.ID)
        let isStale = context.formErrors?.status == .conflict
        let suggestion = context.query["suggestion"].flatMap { FiledSuggestion.ID($0) }
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.nav.places"),
            frame: AdministrationFrame(.places, isBelow: true)
        ) { transaction, layout in
            guard let place = try transaction.place(id), let record = try transaction.placeRecord(id) else {
                throw Problem.notFound
            }
            let target = AuditEntry.Target.place(id)
            let builder = CorrectionPageBuilder(views: app.views, language: language)
            let suggested = try suggestion.flatMap { try transaction.filedSuggestion($0, at: id)?.corrections } ?? [:]
            // The forms begin from the current state, so that sending one again overwrites knowingly.
            let rev = String(try transaction.latestAuditEntry(on: target))
            let form = app.pages.form(
                builder.form(place),
                context,
                layout,
                values: builder.values(place, record).merging(suggested) { $1 },
                rev: rev
            )
            let mergeForm = app.pages.form(builder.mergeForm(place), context, layout, rev: rev, isSecond: true)
            let merge = try transaction.mergeNote(of: id)
            return CorrectedPlacePage(
                place: place,
                latest: isStale ? try latest(target, language, transaction) : [],
                sourceName: try transaction.source(place.source.source)?.name(language) ?? place.source.source,
                otherSources: builder.otherSources(
                    try transaction.otherFacts(of: id),
                    try transaction.corrections(of: id)
                ),
                decisions: builder.decisions(try transaction.statusDecisions(of: id)),
                caseID: try transaction.openCase(of: target)?.id,
                isSuggested: !suggested.isEmpty,
                form: form,
                mergeForm: merge == nil ? mergeForm : nil,
                merge: merge
            )
        }
    }

    /// The newest changes of a place, in words.
    private func latest(_ target: AuditEntry.Target, _ language: Language, _ transaction: Transaction) throws
        -> [CorrectedPlacePage.Latest]
    {
        let entries = try transaction.auditEntries(
            where: "d.target_kind = \(target.kind.rawValue) AND d.target_key = \(target.key)",
            limit: 3
        )
        let words = AuditEntryFormatter(
            views: app.views,
            language: language,
            nicknames: try transaction.nicknames(of: Set(entries.compactMap(\.actor.account))),
            names: try transaction.targetNames(of: Set(entries.flatMap(\.named)), language),
            districts: app.districts
        )
        return entries.map { CorrectedPlacePage.Latest(entry: $0, words: words) }
    }

    @Sendable func correctPlace(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, sent) = (try context.id() as Place.ID, context.form)
        let audit = audit(by: member)
        let isChanged = try await app.database.write { transaction in
            guard let place = try transaction.place(id), let record = try transaction.placeRecord(id) else {
                throw Problem.notFound
            }
            let target = AuditEntry.Target.place(id)
            let form = try CorrectionForm(sent, changing: record, place.status)
            if form.status != nil, try transaction.mergedInto(id) != nil { throw FormErrors(["status": "merged"]) }
            if let rev = form.rev, rev != (try transaction.latestAuditEntry(on: target)) { throw FormErrors.stale }
            var audit = audit
            audit.note = form.note
            audit.caseID = try transaction.openCase(of: target)?.id
            return try transaction.correctPlace(target, form, audit)
        }
        let flash = isChanged ? "place-corrected" : "place-unchanged"
        return app.pages.seeOther(context, to: "\(Self.path)/\(id)", flash: flash)
    }

    /// Of a change of a place, whose note and case are known in the write.
    func audit(by staff: Member) -> AuditContext {
        var audit = AuditContext.staff(staff, app)
        audit.districts = app.districts
        return audit
    }
}

extension Transaction {
    /// - Returns: whether anything was changed.
    fileprivate func correctPlace(_ target: AuditEntry.Target, _ form: CorrectionForm, _ audit: AuditContext) throws
        -> Bool
    {
        let facts = try recordChange(.correctPlace, on: target, .placeFacts, audit) { before in
            var wanted = before
            for (fact, value) in form.facts { wanted.values[fact] = value.isEmpty ? nil : value }
            return wanted
        }
        guard let status = form.status else { return facts != nil }
        let change = try recordChange(.setStatus, on: target, .placeStatus, audit) { _ in
            PlaceStatusState(status: status, into: nil)
        }
        return facts != nil || change != nil
    }
}

extension App {
    /// A district's name in the reader's language; the slug of an unknown one.
    func districtName(_ slug: String, _ language: Language) -> String {
        districts[slug: slug].map { language == .korean ? $0.name : $0.englishName } ?? slug
    }
}
