import Foundation
import HTTPTypes
import Hummingbird

/// Reading and writing entries, by forms. Somebody else's entry does not exist.
struct DiaryEntryRoutes: RouteGroup {
    let app: App

    static let deleted = Problem(status: .gone, key: "diary-deleted")
    static let conflict = Problem(status: .conflict, key: "diary-conflict", errors: ["form": "stale"])

    func mount(on router: Router<AppRequestContext>) {
        router.get("/diary/entries/new", for: .member, use: showNew)
        router.post("/diary/entries", for: .member, files: app.photoFormRules) { context, incoming in
            try await save(incoming, to: nil, context)
        }
        router.get("/diary/entries/{id}", for: .member, use: show)
        router.get("/diary/entries/{id}/edit", for: .member, use: showEditor)
        router.post("/diary/entries/{id}", for: .member, files: app.photoFormRules) { context, incoming in
            try await save(incoming, to: try context.id(), context)
        }
    }

    // MARK: Reading

    @Sendable func show(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: DiaryEntry.ID = try context.id()
        guard try await app.diaryEntry(id, of: member).deletion == nil else {
            return try await app.deletedDiaryEntry(id, context, member)
        }
        let builder = DiaryEntryBuilder(app: app, context: context)
        return try await app.pages.respond(to: context, section: .diary, hasForm: true) { transaction, layout in
            let page = try builder.entryPage(id, of: member.id, transaction)
            layout.title = page.title
            return page
        }
    }

    // MARK: Editing

    @Sendable func showNew(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        var state = DiaryEditorState(
            form: DiaryForm(asking: context.query),
            // A device goes on with a form that it could not send.
            target: .form(IdempotencyKey.checked(context.query["once"]) ?? SystemRandom.name())
        )
        let today = SeoulTime(app.clock()).isoDay
        if (try? Visit.day(state.form.day, today: today)) == nil { state.form.day = today }
        if DiaryEntryInput.WeatherChoice(state.form.weather) == nil || state.form.weather.isEmpty {
            state.form.weather = app.weather.isOn ? "auto" : "none"
        }
        return try await showEditor(state, context, member)
    }

    @Sendable func showEditor(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: DiaryEntry.ID = try context.id()
        let entry = try await app.diaryEntry(id, of: member)
        if entry.deletion == .hand { return try await app.deletedDiaryEntry(id, context, member) }
        let pictures = try await app.database.read { try $0.diaryPictures(of: id) }
        var state = DiaryEditorState(form: DiaryForm(entry, pictures), target: .entry(id))
        (state.rev, state.form.placeQuery) = (entry.rev, context.query["place"] ?? "")
        return try await showEditor(state, context, member)
    }

    /// Answers with the form's page; programs get a problem where the form is refused.
    private func showEditor(
        _ state: DiaryEditorState,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> Response {
        if state.status != .ok, context.prefersJSON { throw state.problem }
        let builder = DiaryEntryBuilder(app: app, context: context)
        var response = try await app.pages.respond(
            to: context,
            section: .diary,
            hasForm: true,
            status: state.status
        ) { transaction, layout in
            let page = try builder.editor(state, of: member.id, token: layout.formToken, transaction)
            layout.title = page.title
            return page
        }
        if let seconds = state.retryAfter { response.headers[.retryAfter] = String(seconds) }
        return response
    }

    // MARK: Writing

    /// - Parameter id: nil for a form that creates an entry.
    private func save(
        _ incoming: IncomingForm,
        to id: DiaryEntry.ID?,
        _ context: AppRequestContext
    ) async throws -> Response {
        let member = try context.requireMember()
        try member.requireActive()
        if let id, let choice = context.form["keep"].flatMap(DiaryConflictHandler.Choice.init) {
            return try await resolve(choice, of: id, context, member)
        }
        let sent = try await FormPhotos.ingest(incoming, upTo: DiaryEntry.maxPhotos, from: member, app, context)
        var state = DiaryEditorState(sent, of: id)
        let (limit, now) = (app.limits.diaryWrites, app.clock())
        let outcome: SaveDiaryEntry.Outcome
        do {
            let write = SaveDiaryEntry(
                app: app,
                account: member.id,
                target: state.target,
                input: try DiaryEntryInput(state.form, today: SeoulTime(now).isoDay),
                // The form that created the entry, sent again by going back to it, changes that entry.
                rev: state.rev ?? (id == nil ? 1 : nil),
                device: Device(userAgent: context.request.headers[.userAgent]).code,
                keeps: id == nil ? .conflict : nil
            )
            outcome = try await app.database.write { transaction in
                let outcome = try write.save(at: now, transaction)
                try outcome.count(limit, for: member.id, at: now, transaction)
                // A page without scripts has its words nowhere else.
                if case .deleted(let entry) = outcome, write.input.text.text != entry.text {
                    let version = DiaryVersion(discarded: write.input.text, of: entry, write.device, at: now)
                    try transaction.saveDiaryVersions([version], of: entry.id)
                }
                return outcome
            }
        } catch {
            guard let problem = Problem.from(error), !problem.errors.isEmpty else { throw error }
            state.formErrors = FormErrors(problem.errors, status: problem.status)
            return try await showEditor(state, context, member)
        }
        return try await answer(outcome, state, context, member)
    }

    /// Keeps one of two texts, or both; a text that no entry can have is shown in the editor, with what is wrong with it.
    private func resolve(
        _ choice: DiaryConflictHandler.Choice,
        of id: DiaryEntry.ID,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> Response {
        let handler = DiaryConflictHandler(app: app)
        do { return try await handler.resolve(choice, of: id, context, member) } catch let errors as FormErrors {
            var state = DiaryEditorState(form: DiaryForm(context.form), target: .entry(id))
            if choice == .mine { state.form.text = context.form["mine"] ?? "" }
            state.rev = context.form["rev"].flatMap { Int($0) }
            state.formErrors = errors
            return try await showEditor(state, context, member)
        }
    }

    private func answer(
        _ outcome: SaveDiaryEntry.Outcome,
        _ state: DiaryEditorState,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> Response {
        switch outcome {
        case .nothing: return try await visitAlone(state, context, member)
        case .created(let entry), .saved(let entry):
            if !state.fileErrors.isEmpty {
                var invalid = state
                (invalid.target, invalid.rev) = (.entry(entry.id), entry.rev)
                return try await showEditor(invalid, context, member)
            }
            let isDone = state.form.action == .done
            let flash = isDone ? (entry.deletion == nil ? "diary-saved" : "diary-blank.\(entry.id)") : nil
            let path = entry.deletion == nil || !isDone ? state.next(entry.id) : "/diary/\(entry.day.prefix(7))"
            return app.pages.seeOther(context, to: path, flash: flash)
        case .deleted(let entry): return try await app.deletedDiaryEntry(entry.id, context, member)
        case .conflict(let entry):
            if context.prefersJSON { throw Self.conflict }
            return try await DiaryConflictHandler(app: app).compare(state.form, with: entry, context)
        }
    }

    /// A form with only a place notes a visit; one with nothing leads on, as it is where a button asks for more.
    private func visitAlone(
        _ state: DiaryEditorState,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> Response {
        if !state.fileErrors.isEmpty { return try await showEditor(state, context, member) }
        guard state.form.action == .done else { return Redirection.response(to: state.newPath) }
        let now = app.clock()
        let day = try Visit.day(state.form.day.isEmpty ? nil : state.form.day, today: SeoulTime(now).isoDay)
        let month = "/diary/\(day.prefix(7))?day=\(day)"
        guard let chosen = Place.ID(state.form.place) else {
            return app.pages.seeOther(context, to: month, flash: "diary-nothing")
        }
        let visit = try await app.database.write { transaction in
            let place = try transaction.canonicalPlaceID(for: chosen)
            guard try transaction.place(place) != nil else { throw Problem.notFound }
            return try transaction.insertVisit(place, on: day, by: member.id, at: now)
        }
        return app.pages.seeOther(context, to: month, flash: "visit-added.\(visit)")
    }
}

extension App {
    func diaryEntry(_ id: DiaryEntry.ID, of member: Member) async throws -> DiaryEntry {
        guard let entry = try await database.read({ try $0.diaryEntry(id, of: member.id) }) else {
            throw Problem.notFound
        }
        return entry
    }

    /// The page of an entry that is in the trash: its beginning, and a button that brings it back.
    func deletedDiaryEntry(
        _ id: DiaryEntry.ID,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> Response {
        if context.prefersJSON { throw DiaryEntryRoutes.deleted }
        let builder = DiaryEntryBuilder(app: self, context: context)
        return try await pages.respond(
            to: context,
            title: context.text("diary.deleted-title"),
            section: .diary,
            hasForm: true,
            status: .gone
        ) { try builder.deletedPage(id, of: member.id, $0) }
    }
}
