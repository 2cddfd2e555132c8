import Foundation
import HTTPTypes
import Hummingbird

/// Deleting entries, and the trash that keeps them for a time.
struct DiaryTrashRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/diary/trash", for: .member, use: showTrash)
        router.get("/diary/trash/empty", for: .member, use: confirmEmptying)
        router.post("/diary/trash/empty", for: .member, use: empty)
        router.get("/diary/entries/{id}/delete", for: .member, use: app.orDeletedPage(confirmDeletion))
        router.post("/diary/entries/{id}/delete", for: .member, use: delete)
        router.post("/diary/entries/{id}/restore", for: .member, use: restore)
    }

    @Sendable func showTrash(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let builder = DiaryEntryBuilder(app: app, context: context)
        let cursor = context.query["after"].flatMap(DiaryTrashCursor.init)
        return try await app.pages.respond(
            to: context,
            title: context.text("diary.trash-title"),
            section: .diary,
            hasForm: true
        ) { try builder.trash(of: member.id, after: cursor, $0) }
    }

    @Sendable func confirmEmptying(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let now = app.clock()
        let count = try await app.database.read { try $0.deletedDiaryEntryCount(of: member.id) }
        if count == 0 { throw Redirection(to: "/diary/trash") }
        return try await app.pages.respond(
            to: context,
            title: context.text("diary.empty-trash-title"),
            section: .diary,
            hasForm: true
        ) { _, _ in DiaryTrashEmptyingPage(count: count, until: now) }
    }

    /// In pieces, so that nobody else's write waits for a full trash.
    @Sendable func empty(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (limit, now) = (app.limits.diaryDeletions, app.clock())
        try member.requireActive()
        try await app.database.write { try $0.enforce(limit, for: member.id, at: now) }
        let until = context.form["until"].flatMap { Int64($0) } ?? now.milliseconds
        let piece = 200
        var erased = piece
        while erased == piece {
            try Task.checkCancellation()
            erased = try await app.database.write {
                try $0.emptyDiaryTrash(of: member.id, until: until, at: now, atMost: piece)
            }
        }
        return app.pages.seeOther(context, to: "/diary/trash", flash: "diary-trash-emptied")
    }

    @Sendable func confirmDeletion(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: DiaryEntry.ID = try context.id()
        let builder = DiaryEntryBuilder(app: app, context: context)
        return try await app.pages.respond(
            to: context,
            title: context.text("diary.delete-title"),
            section: .diary,
            hasForm: true
        ) { try builder.deletionPage(id, of: member.id, $0) }
    }

    /// Deleting an entry that is in the trash already succeeds. Its public cards are gone for as long as it is there.
    @Sendable func delete(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: DiaryEntry.ID = try context.id()
        try member.requireActive()
        let (limit, now, takesVisit) = (app.limits.diaryDeletions, app.clock(), context.form["visit"] == "1")
        let entry = try await app.database.write { transaction in
            guard var entry = try transaction.diaryEntry(id, of: member.id) else { throw Problem.notFound }
            guard entry.deletion != .hand else { return entry }
            try transaction.enforce(limit, for: member.id, at: now)
            (entry.deletedAt, entry.deletion) = (now, .hand)
            guard try transaction.updateDiaryEntry(entry, from: entry.rev) else { throw Problem.stale }
            if takesVisit { try transaction.deleteVisit(of: entry, at: now) }
            return entry
        }
        let month = "/diary/\(entry.day.prefix(7))?day=\(entry.day)"
        return app.pages.seeOther(context, to: month, flash: "diary-deleted.\(id)")
    }

    /// Brings an entry back, with the visit that it had.
    @Sendable func restore(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: DiaryEntry.ID = try context.id()
        try member.requireActive()
        let (limit, now) = (app.limits.diaryDeletions, app.clock())
        let entry = try await app.database.write { transaction in
            guard var entry = try transaction.diaryEntry(id, of: member.id) else { throw Problem.notFound }
            guard entry.deletedAt != nil else { return entry }
            try transaction.enforce(limit, for: member.id, at: now)
            // What was emptied comes back by writing, or with one of its earlier texts.
            if entry.isBlank { entry.deletion = .blank } else { (entry.deletedAt, entry.deletion) = (nil, nil) }
            guard try transaction.updateDiaryEntry(entry, from: entry.rev) else { throw Problem.stale }
            if entry.deletion == nil { try transaction.saveVisit(of: entry, at: now) }
            return entry
        }
        let flash = entry.deletion == nil ? "diary-restored" : nil
        return app.pages.seeOther(context, to: "/diary/entries/\(id)/edit", flash: flash)
    }
}
