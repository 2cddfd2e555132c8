import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Taking one's diary along: an entry as text, all of them as a file. Somebody else's entry does not exist.
struct DiarySharingRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/diary/entries/{id}/text", for: .member, use: showText)
        router.get("/diary/export", for: .member, use: export)
    }

    @Sendable func showText(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: DiaryEntry.ID = try context.id()
        let (entry, place) = try await app.database.read { transaction in
            guard let entry = try transaction.diaryEntry(id, of: member.id) else { throw Problem.notFound }
            return (entry, try entry.place.flatMap { try transaction.place($0) })
        }
        if entry.deletedAt != nil { throw DiaryEntryRoutes.deleted }
        let district = place.flatMap { app.districts[slug: $0.district]?.name(context.language) }
        let text = DiaryEntryText(entry: entry, district: district, views: app.views, language: context.language)
        var headers: HTTPFields = [.contentType: "text/plain; charset=utf-8", .cacheControl: "private, no-store"]
        if context.query["download"] == "1" {
            headers[.contentDisposition] = Attachment.disposition(text.fileName, plain: "\(entry.day).txt")
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text.text)))
    }

    @Sendable func export(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let query = DiaryExportQuery(context.query)
        guard let format = query.format, query.errors.isEmpty else { return try await showForm(query, context) }
        let lock = try await app.acquireExportLock(of: member.id)
        if context.request.method == .get {
            let (limit, now) = (app.limits.diaryExports, app.clock())
            try await app.database.write { try $0.enforce(limit, for: member.id, at: now) }
        }
        return DiaryExport(
            app: app,
            account: member.id,
            format: format,
            range: query.range,
            hasTitles: query.hasTitles,
            language: context.language
        ).response(lock)
    }

    private func showForm(_ query: DiaryExportQuery, _ context: AppRequestContext) async throws -> Response {
        let hasErrors = !query.errors.isEmpty
        if hasErrors, context.prefersJSON { throw FormErrors(query.errors) }
        let page = DiaryExportPage(query, today: SeoulTime(app.clock()).isoDay, app.views, context.language)
        return try await app.pages.respond(
            to: context,
            title: context.text("diary-export.title"),
            status: hasErrors ? .unprocessableContent : .ok
        ) { _ in page }
    }
}
