import Foundation
import HTTPTypes
import Hummingbird

/// The earlier texts of an entry.
struct DiaryVersionRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/diary/entries/{id}/versions", for: .member, use: app.orDeletedPage(showVersions))
        router.post("/diary/entries/{id}/versions/{version}/restore", for: .member, use: restore)
    }

    @Sendable func showVersions(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: DiaryEntry.ID = try context.id()
        let builder = DiaryEntryBuilder(app: app, context: context)
        return try await app.pages.respond(
            to: context,
            title: context.text("diary.versions-title"),
            section: .diary,
            hasForm: true
        ) { try builder.versions(id, of: member.id, $0) }
    }

    /// Puts an earlier text in place of the present one, which becomes a version itself: nothing is lost, whatever was written
    /// since the page was made. Photos that stood with it and were taken out come back beside those that are there.
    @Sendable func restore(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: DiaryEntry.ID = try context.id()
        try member.requireActive()
        let version = context.parameters.get("version").flatMap { DiaryVersion.ID($0) }
        let now = app.clock()
        let device = Device(userAgent: context.request.headers[.userAgent]).code
        try await app.database.write { [app] transaction in
            guard let entry = try transaction.diaryEntry(id, of: member.id),
                let old = try transaction.diaryVersions(of: id).first(where: { $0.id == version })
            else { throw Problem.notFound }
            var form = DiaryForm(entry, try transaction.diaryPictures(of: id))
            form.text = old.text
            let back = try transaction.diaryPictures(among: old.photos, of: member.id).filter { !form.has($0) }
            form.pictures = Array((form.pictures + back).prefix(DiaryEntry.maxPhotos))
            let write = SaveDiaryEntry(
                app: app,
                account: member.id,
                target: .entry(id),
                input: try DiaryEntryInput(form, today: SeoulTime(now).isoDay),
                rev: entry.rev,
                device: device,
                keeps: .restore
            )
            switch try write.save(at: now, transaction) {
            case .saved, .created, .nothing: break
            case .deleted: throw DiaryEntryRoutes.deleted
            case .conflict: throw Problem.stale
            }
        }
        return app.pages.seeOther(context, to: "/diary/entries/\(id)/edit", flash: "diary-version-restored")
    }
}
