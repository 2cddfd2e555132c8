import Foundation
import HTTPTypes
import Hummingbird

/// Choosing between two texts of an entry that were written at the same time. Nothing is merged by itself, and what is not
/// kept becomes a version.
struct DiaryConflictHandler: Sendable {
    /// What to keep; the raw value is that of the form's button.
    enum Choice: String, Sendable, CaseIterable {
        case mine, theirs, merged
    }

    let app: App

    /// The page with both texts.
    func compare(_ form: DiaryForm, with entry: DiaryEntry, _ context: AppRequestContext) async throws -> Response {
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

    /// Carries out a choice. Day, place and weather come with the text that is kept; with both together as `facts` says. The
    /// photos of both stay, unless all is left as it is stored.
    /// - Throws: `FormErrors` for a text that no entry can have. It goes on in the editor, whose next save overwrites
    ///   what is stored: that is a version then, and this device's text too where both were to be kept.
    func resolve(
        _ choice: Choice,
        of id: DiaryEntry.ID,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> Response {
        let (now, limit) = (app.clock(), app.limits.diaryWrites)
        let decision = Decision(choice, context.form, Device(userAgent: context.request.headers[.userAgent]).code)
        let outcome = try await app.database.write { [app] transaction in
            guard let entry = try transaction.diaryEntry(id, of: member.id) else { throw Problem.notFound }
            let outcome = try decision.carryOut(on: entry, at: now, app, transaction)
            if case .success(let made) = outcome { try made.count(limit, for: member.id, at: now, transaction) }
            return outcome
        }
        switch try outcome.get() {
        case .conflict(let entry): return try await compare(decision.form, with: entry, context)
        case .deleted: return try await app.deletedDiaryEntry(id, context, member)
        case .nothing, .created, .saved:
            // By the fragment the device knows that its copy has done its work.
            return app.pages.seeOther(context, to: "/diary/entries/\(id)#kept", flash: "diary-saved")
        }
    }

    /// A choice with what was sent beside it.
    private struct Decision: Sendable {
        let choice: Choice
        /// With the text that is to be kept.
        var form: DiaryForm
        let rev: Int?
        /// The text of this device; nil where no entry could have it.
        let mine: DiaryText?
        /// Whether both texts together get the day, place and weather that are stored.
        let copiesFacts: Bool
        let device: String

        init(_ choice: Choice, _ sent: Form, _ device: String) {
            (self.choice, self.device) = (choice, device)
            let text = sent["mine"] ?? ""
            form = DiaryForm(sent)
            if choice == .mine { form.text = text }
            rev = sent["rev"].flatMap { Int($0) }
            mine = try? DiaryText(text)
            copiesFacts = choice == .merged && sent["facts"] != Choice.mine.rawValue
        }

        func carryOut(
            on entry: DiaryEntry,
            at now: Date,
            _ app: App,
            _ transaction: Transaction
        ) throws -> Result<SaveDiaryEntry.Outcome, FormErrors> {
            func discarded(_ text: DiaryText) -> DiaryVersion {
                DiaryVersion(discarded: text, of: entry, device, at: now)
            }
            var versions = choice == .mine ? [] : [mine].compactMap(\.self).map(discarded)
            // What is stored stays, whatever stands in the form beside it.
            if choice == .theirs {
                try transaction.saveDiaryVersions(versions.filter { $0.text != entry.text }, of: entry.id)
                return .success(.saved(entry))
            }
            var chosen = form
            if copiesFacts { chosen.copyFacts(of: entry) }
            let input: DiaryEntryInput
            do throws(FormErrors) { input = try DiaryEntryInput(chosen, today: SeoulTime(now).isoDay) } catch {
                let stored = DiaryVersion(entry, try transaction.diaryPictures(of: entry.id), .conflict)
                try transaction.saveDiaryVersions([stored] + versions, of: entry.id)
                return .failure(error)
            }
            let write = SaveDiaryEntry(
                app: app,
                account: entry.account,
                target: .entry(entry.id),
                input: input,
                rev: rev,
                device: device,
                keeps: .conflict
            )
            let outcome = try write.save(at: now, transaction)
            if case .conflict = outcome { return .success(outcome) }
            // Deleted meanwhile: what was chosen has no other place either.
            if case .deleted = outcome { versions.append(discarded(input.text)) }
            try transaction.saveDiaryVersions(versions.filter { $0.text != entry.text }, of: entry.id)
            return .success(outcome)
        }
    }
}
