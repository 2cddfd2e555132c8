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
        router.get("/diary/entries/{id}", for: .member, use: app.orDeletedPage(show))
        router.get("/diary/entries/{id}/edit", for: .member, use: app.orDeletedPage(showEditor))
        router.post("/diary/entries/{id}", for: .member, files: app.photoFormRules) { context, incoming in
            try await save(incoming, to: try context.id(), context)
        }
    }

    // MARK: Reading

    @Sendable func show(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: DiaryEntry.ID = try context.id()
        let builder = DiaryEntryBuilder(app: app, context: context)
        return try await app.pages.respond(to: context, section: .diary, hasForm: true) { transaction, layout in
            var page = try builder.entryPage(id, of: member.id, transaction)
            let (next, now) = ("/diary/entries/\(id)#still", app.clock())
            let place = try page.entry.place.flatMap { try transaction.place($0) }
            page.confirmationSection = try place.flatMap {
                try transaction.confirmationSection(of: $0, for: member, next: next, at: now)
            }
            layout.title = page.title
            return page
        }
    }

    // MARK: Editing

    @Sendable func showNew(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        var form = DiaryForm(context.query)
        (form.text, form.pictures, form.action) = ("", [], .done)
        let today = SeoulTime(app.clock()).isoDay
        if (try? Visit.day(form.day, today: today)) == nil { form.day = today }
        if DiaryEntryInput.WeatherChoice(form.weather) == nil || form.weather.isEmpty {
            form.weather = app.weather.isOn ? "auto" : "none"
        }
        // A device goes on with a form that it could not send.
        let once = IdempotencyKey.checked(context.query["once"]) ?? SystemRandom.name()
        return try await showEditor(DiaryEditorState(form: form, target: .form(once)), context, member)
    }

    @Sendable func showEditor(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: DiaryEntry.ID = try context.id()
        var state = try await app.database.read { transaction in
            guard let entry = try transaction.diaryEntry(id, of: member.id) else { throw Problem.notFound }
            if entry.deletion == .hand { throw Self.deleted }
            let form = DiaryForm(entry, try transaction.diaryPictures(of: id))
            return DiaryEditorState(form: form, target: .entry(id), rev: entry.rev)
        }
        state.form.placeQuery = context.query["place"] ?? ""
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
        if let id, let choice = context.form["keep"].flatMap(DiaryConflictSide.Choice.init) {
            return try await resolve(choice, of: id, context, member)
        }
        let sent = try await FormPhotos.ingest(incoming, upTo: DiaryEntry.maxPhotos, from: member, app, context)
        var state = DiaryEditorState(sent, of: id)
        let now = app.clock()
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
            return try await compare(state.form, with: entry, context)
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

    // MARK: Two texts

    /// The page with two texts that were written at the same time. Nothing is merged by itself.
    private func compare(
        _ form: DiaryForm,
        with entry: DiaryEntry,
        _ context: AppRequestContext
    ) async throws -> Response {
        let builder = DiaryEntryBuilder(app: app, context: context)
        let device = Device(userAgent: context.request.headers[.userAgent])
        return try await app.pages.respond(
            to: context,
            title: context.text("diary.conflict-title"),
            section: .diary,
            hasForm: true,
            status: .conflict
        ) { try builder.conflict(form, device, with: entry, $0) }
    }

    /// Keeps one of two texts, or both; what is not kept becomes a version. Day, place and weather come with the text that is
    /// kept; with both together as `facts` says. The photos of both stay, unless all is left as it is stored.
    ///
    /// A text that no entry can have goes on in the editor, whose next save overwrites what is stored: that is a version then,
    /// and this device's text too where both were to be kept.
    private func resolve(
        _ choice: DiaryConflictSide.Choice,
        of id: DiaryEntry.ID,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> Response {
        let (sent, now) = (context.form, app.clock())
        let device = Device(userAgent: context.request.headers[.userAgent]).code
        let rev = sent["rev"].flatMap { Int($0) }
        var form = DiaryForm(sent)
        if choice == .mine { form.text = sent["mine"] ?? "" }
        let result = try await app.database.write {
            [app, form] transaction -> Result<SaveDiaryEntry.Outcome, FormErrors> in
            guard let entry = try transaction.diaryEntry(id, of: member.id) else { throw Problem.notFound }
            func discarded(_ text: DiaryText) -> DiaryVersion {
                DiaryVersion(discarded: text, of: entry, device, at: now)
            }
            let mine = try? DiaryText(sent["mine"] ?? "")
            var versions = choice == .mine ? [] : [mine].compactMap(\.self).map(discarded)
            // What is stored stays, whatever stands in the form beside it.
            if choice == .theirs {
                try transaction.enforce(app.limits.diaryWrites, for: member.id, at: now)
                try transaction.saveDiaryVersions(versions.filter { $0.text != entry.text }, of: id)
                return .success(.saved(entry))
            }
            var chosen = form
            if choice == .merged, sent["facts"] != DiaryConflictSide.Choice.mine.rawValue {
                chosen.copyFacts(of: entry)
            }
            let input: DiaryEntryInput
            do throws(FormErrors) { input = try DiaryEntryInput(chosen, today: SeoulTime(now).isoDay) } catch {
                let stored = DiaryVersion(entry, try transaction.diaryPictures(of: id), .conflict)
                try transaction.saveDiaryVersions([stored] + versions, of: id)
                return .failure(error)
            }
            let write = SaveDiaryEntry(
                app: app,
                account: member.id,
                target: .entry(id),
                input: input,
                rev: rev,
                device: device,
                keeps: .conflict
            )
            let outcome = try write.save(at: now, transaction)
            if case .conflict = outcome { return .success(outcome) }
            // Deleted meanwhile: what was chosen has no other place either.
            if case .deleted = outcome { versions.append(discarded(input.text)) }
            try transaction.saveDiaryVersions(versions.filter { $0.text != entry.text }, of: id)
            return .success(outcome)
        }
        switch result {
        case .failure(let errors):
            let state = DiaryEditorState(form: form, target: .entry(id), rev: rev, formErrors: errors)
            return try await showEditor(state, context, member)
        case .success(.conflict(let entry)): return try await compare(form, with: entry, context)
        case .success(.deleted): return try await app.deletedDiaryEntry(id, context, member)
        case .success:
            // By the fragment the device knows that its copy has done its work.
            return app.pages.seeOther(context, to: "/diary/entries/\(id)#kept", flash: "diary-saved")
        }
    }
}

extension App {
    /// A page of an entry; where the entry is in the trash, that of the deleted entry.
    func orDeletedPage(
        _ show: @escaping @Sendable (AppRequestContext, Member) async throws -> Response
    ) -> @Sendable (AppRequestContext, Member) async throws -> Response {
        { [self] context, member in
            do { return try await show(context, member) } catch let problem as Problem
                where problem == DiaryEntryRoutes.deleted
            {
                return try await deletedDiaryEntry(try context.id(), context, member)
            }
        }
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
        ) { DiaryDeletedPage(entry: try builder.deleted(try builder.found(id, of: member.id, $0), $0)) }
    }
}
