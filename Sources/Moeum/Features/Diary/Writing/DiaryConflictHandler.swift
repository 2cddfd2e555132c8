import Foundation
import HTTPTypes
import Hummingbird

/// Choosing between two texts of an entry that were written at the same time. Nothing is merged by itself, and what is not
/// kept becomes a version.
struct DiaryConflictHandler: Sendable {
    /// What to keep; the raw value is that of the form's button.
    enum Choice: String, Sendable {
        case mine, theirs, merged
    }

    let app: App

    /// The page with both texts.
    func compare(
        _ form: DiaryForm,
        with entry: DiaryEntry,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        let builder = DiaryEntryBuilder(app: app, context: context)
        let device = Device(userAgent: request.headers[.userAgent])
        return try await app.pages.respond(
            to: request,
            context,
            title: context.text("diary.conflict-title"),
            section: .diary,
            hasForm: true,
            status: .conflict
        ) { try builder.conflict(form, device, with: entry, $0) }
    }

    /// Carries out a choice. Day, place and weather come with the text that is kept; with both together as `facts` says. The
    /// photos of both stay, unless all is left as it is stored.
    /// - Throws: `DiaryDraft.Refused` for a text that no entry can have.
    func keep(
        _ choice: Choice,
        of id: DiaryEntry.ID,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        let member = try context.requireMember()
        try member.requireActive()
        let (now, rev) = (app.clock(), context.form["rev"].flatMap { Int($0) })
        let (device, limit) = (Device(userAgent: request.headers[.userAgent]).code, app.limits.diaryWrites)
        var form = DiaryForm(context.form)
        let mine = context.form["mine"] ?? ""
        if choice == .mine { form.text = mine }
        let takesFacts = choice == .merged && context.form["facts"] != Choice.mine.rawValue
        let unkept = choice == .mine ? nil : try? DiaryText(mine)
        let outcome = try await app.database.write { [app, form] transaction in
            guard let entry = try transaction.diaryEntry(id, of: member.id) else { throw Problem.notFound }
            if let wait = try transaction.consumeRateLimit(limit, for: String(member.id), at: now.milliseconds) {
                throw Problem.tooOften(after: wait)
            }
            var outcome = DiaryEntryWrite.Outcome.saved(entry)
            var unkept = [unkept]
            // What is stored stays, whatever stands in the form beside it.
            if choice != .theirs {
                var chosen = form
                if takesFacts { chosen.takeFacts(of: entry) }
                let draft = try DiaryDraft(chosen, today: SeoulTime(now).isoDay)
                var write = DiaryEntryWrite(app: app, account: member.id, target: .entry(id), draft: draft, rev: rev)
                (write.device, write.keeps) = (device, .conflict)
                outcome = try write.save(at: now, transaction)
                // Deleted meanwhile: what was chosen has no other place either.
                if case .deleted = outcome { unkept.append(draft.text) }
            }
            if case .conflict = outcome { return outcome }
            for text in unkept.compactMap(\.self) where !text.isBlank && text.text != entry.text {
                try transaction.insertDiaryVersion(DiaryVersion(unkept: text, of: entry, device, at: now), of: id)
            }
            return outcome
        }
        switch outcome {
        case .conflict(let entry): return try await compare(form, with: entry, request, context)
        case .deleted: return try await app.deletedDiaryEntry(id, request, context)
        case .nothing, .created, .saved:
            // By the fragment the device knows that its copy has done its work.
            return app.pages.seeOther(request, context, to: "/diary/entries/\(id)#kept", flash: "diary-saved")
        }
    }

    /// Keeps the stored text as a version, and this device's where both were to be kept: a choice that is refused goes on in the
    /// editor, whose next save overwrites what is stored.
    func keepBoth(_ choice: Choice, of id: DiaryEntry.ID, _ request: Request, _ context: AppRequestContext) async throws
    {
        let (account, now) = (try context.requireMember().id, app.clock())
        let device = Device(userAgent: request.headers[.userAgent]).code
        let mine = choice == .merged ? try? DiaryText(context.form["mine"] ?? "") : nil
        try await app.database.write { transaction in
            guard let entry = try transaction.diaryEntry(id, of: account) else { throw Problem.notFound }
            let kept = try transaction.diaryVersions(of: id).map(\.text)
            if !entry.title.isEmpty, !kept.contains(entry.text) {
                try transaction.insertDiaryVersion(DiaryVersion(entry, .conflict), of: id)
            }
            if let mine, !mine.isBlank, !kept.contains(mine.text) {
                try transaction.insertDiaryVersion(DiaryVersion(unkept: mine, of: entry, device, at: now), of: id)
            }
        }
    }
}
