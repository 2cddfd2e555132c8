import Foundation
import HTTPTypes
import Hummingbird

/// Correcting places: facts with a source, and whether a place is listed.
struct CorrectionRoutes: RouteGroup {
    static let path = "/admin/places"
    private static let maxShown = 30
    static let stale = [FormDeclaration.wholeForm: "stale"]

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/places", for: .moderator, use: showPlaces)
        router.post("/admin/places", for: .moderator, use: add)
        router.get("/admin/places/new", for: .moderator) { try await showNew($0) }
        router.get("/admin/places/{id}", for: .moderator) { try await showPlace($0) }
        router.post("/admin/places/{id}", for: .moderator, use: correctPlace)
        router.post("/admin/places/{id}/merge", for: .moderator, use: merge)
    }

    // MARK: The list

    @Sendable func showPlaces(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (language, role) = (context.language, member.role)
        var query = PlaceQuery(context.query.items, districts: app.districts)
        query.isEveryStatus = true
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.nav.places"),
            section: .administration
        ) { [query] transaction in
            let list = try transaction.placeList(query, at: SeoulTime(app.clock()), limit: Self.maxShown)
            return CorrectedPlacesPage(
                text: query.text,
                places: list.entries.map { entry in
                    CorrectedPlacesPage.Entry(
                        place: entry.place,
                        districtName: app.districtName(entry.place.district, language),
                        statusName: context.text("place-status.\(entry.place.status.rawValue)")
                    )
                },
                next: list.next.map { key in
                    var next = query
                    next.after = key
                    return next.address(Self.path)
                },
                frame: AdministrationFrame(.places, for: role, views: app.views, language)
            )
        }
    }

    // MARK: One place

    /// The forms of a place's page.
    enum FormContent: Sendable {
        case facts, merge
    }

    /// - Parameters:
    ///   - sent: which form was sent and is shown again.
    ///   - problems: what is wrong with it.
    func showPlace(
        _ context: AppRequestContext,
        _ sent: FormContent = .facts,
        _ problems: [String: String] = [:],
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        if status != .ok, context.prefersJSON {
            if status == .conflict { throw Problem.stale }
            throw Problem.invalidForm(problems, status: status)
        }
        let (language, role) = (context.language, try context.requireMember().role)
        let (id, typed) = (try context.id() as Place.ID, status == .ok ? nil : context.form)
        let suggestion = context.query["suggestion"].flatMap { FiledSuggestion.ID($0) }
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.nav.places"),
            section: .administration,
            status: status
        ) { transaction, layout in
            guard let place = try transaction.place(id), let record = try transaction.placeRecord(id) else {
                throw Problem.notFound
            }
            let target = AuditEntry.Target.place(id)
            let builder = CorrectionPageBuilder(views: app.views, language: language, token: layout.formToken)
            // The form begins from the current state, so that sending it again overwrites knowingly.
            let rev = try transaction.latestAuditEntry(on: target)
            let isFacts = sent == .facts
            let suggested = try suggestion.flatMap { try transaction.filedSuggestion($0, at: id)?.corrections } ?? [:]
            let form = builder.form(
                place,
                record,
                suggested: suggested,
                typed: isFacts ? typed : nil,
                isFacts ? problems : [:],
                rev: rev
            )
            let mergeForm = builder.mergeForm(place, typed: isFacts ? nil : typed, isFacts ? [:] : problems, rev: rev)
            let merge = try transaction.mergeNote(of: id)
            return CorrectedPlacePage(
                place: place,
                latest: status == .conflict ? try latest(target, language, transaction) : [],
                statusName: builder.statusName(place.status),
                sourceName: try transaction.source(place.source.source).map(builder.name) ?? place.source.source,
                otherSources: builder.otherSources(
                    try transaction.otherFacts(of: id),
                    try transaction.corrections(of: id)
                ),
                decisions: builder.decisions(try transaction.statusDecisions(of: id)),
                caseID: try transaction.openCase(of: target)?.id,
                isSuggested: !suggested.isEmpty,
                form: form,
                mergeForm: merge == nil ? mergeForm : nil,
                merge: merge,
                frame: AdministrationFrame(.places, isBelow: true, for: role, views: app.views, language)
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
        let (emailRenderer, districts, now) = (app.emailRenderer, app.districts, app.clock())
        do {
            let isChanged = try await app.database.write { transaction in
                guard let place = try transaction.place(id), let record = try transaction.placeRecord(id) else {
                    throw Problem.notFound
                }
                let target = AuditEntry.Target.place(id)
                let form = try CorrectionForm(sent, changing: record, place.status)
                if form.status != nil, try transaction.mergedInto(id) != nil {
                    throw FormProblems(["status": "merged"])
                }
                if let rev = form.rev, rev != (try transaction.latestAuditEntry(on: target)) { throw Problem.stale }
                var audit = AuditContext(
                    actor: .staff(member.id),
                    note: form.note,
                    at: now,
                    emailRenderer: emailRenderer
                )
                audit.districts = districts
                audit.caseID = try transaction.openCase(of: target)?.id
                return try transaction.correctPlace(target, form, audit)
            }
            let flash = isChanged ? "place-corrected" : "place-unchanged"
            return app.pages.seeOther(context, to: "\(Self.path)/\(id)", flash: flash)
        } catch let refusal as FormProblems {
            return try await showPlace(context, .facts, refusal.codes, status: .unprocessableContent)
        } catch let problem as Problem where problem == .stale {
            return try await showPlace(context, .facts, Self.stale, status: .conflict)
        }
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
