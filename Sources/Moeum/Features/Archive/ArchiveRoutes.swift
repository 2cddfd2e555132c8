import Foundation
import HTTPTypes
import Hummingbird

/// Exporting one's data, which suspended members can too, and importing it into another account, for members who may publish.
struct ArchiveRoutes: RouteGroup {
    let app: App

    /// The largest archive that can be imported, in bytes.
    static let maxBytes: Int64 = 512 << 20
    /// Only for members: visitors must not upload files of this size.
    static func importRules(folder: String = "", space: UploadQuota? = nil) -> FileRules {
        FileRules(folder: folder, bytesPerFile: maxBytes, isDurable: true, bytesWithoutSession: 0, space: space)
    }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/about/archive", for: .anyone, use: showSchema)
        router.get("/settings/export", for: .member, use: showExport)
        router.post("/settings/export", for: .member, again: showExport, use: requestExport)
        router.get("/settings/export/{id}", for: .member, use: download)
        router.get("/settings/import", for: .member, use: showImport)
        let rules = Self.importRules(folder: app.archives.files.imports, space: app.archives.files.space)
        router.post("/settings/import", for: .member, files: rules, use: importArchive)
    }

    // MARK: Export

    @Sendable func showExport(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        // The password is asked for unless it was given recently.
        let needsPassword = !member.hasConfirmed(at: app.clock())
        let form = FormDeclaration(
            action: "/settings/export",
            submit: "archive.export-submit",
            needsPassword ? [.currentPassword()] : []
        )
        return try await app.pages.respond(
            to: context,
            title: context.text("archive.export-title"),
            section: .account
        ) { transaction, layout in
            ExportPage(
                form: app.pages.form(form, context, layout),
                jobs: try cards(transaction, .export, member, context.language),
                storage: try AccountStorage(of: member.id, app, context.language, transaction),
                settings: SettingsFrame(.export, for: member)
            )
        }
    }

    @Sendable func requestExport(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        do {
            try await PasswordCheck(app: app).checkUnlessConfirmedRecently(in: context.form, of: member)
        } catch var errors as FormErrors {
            // Programs get the errors of this form, as with any other, and not the answer of the page that asks for passwords.
            errors.answer = nil
            throw errors
        }
        let (now, origin) = (app.clock(), context.origin)
        try await app.database.write { transaction in
            // Asked for twice, the unfinished export is enough.
            guard try transaction.addArchiveJob(.export, for: member.id, at: now) else { return }
            try transaction.enforce(app.limits.exports, for: member.id, at: now)
            try transaction.recordSecurityEvent(.exportAsked, of: member.id, from: origin, at: now)
            transaction.afterCommit(app.jobWake.send)
        }
        return app.pages.seeOther(context, to: "/settings/export", flash: "export-asked")
    }

    @Sendable func download(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: ArchiveJob.ID = try context.id()
        let known = try await app.database.read { transaction in
            try transaction.endExpiredArchives(of: member.id, at: app.clock())
            return try transaction.archiveJob(id)
        }
        guard let job = known, job.account == member.id, job.kind == .export,
            job.state == .done || job.state == .expired
        else { throw Problem.notFound }
        let gone = Problem(status: .gone, key: "export-gone")
        guard job.isReady(at: app.clock()), let path = app.archives.files.path(of: job) else { throw gone }
        let day = SeoulTime(job.createdAt).isoDay
        guard let response = try await ArchiveDownload.response(path: path, name: "moeum-\(day).zip") else {
            throw gone
        }
        if context.request.method == .get, !job.wasFetched {
            let (now, origin) = (app.clock(), context.origin)
            // The download works even where the database takes no writes.
            try? await app.database.write { transaction in
                guard try transaction.recordArchiveDownload(of: job, at: now) else { return }
                try transaction.recordSecurityEvent(.exportFetched, of: member.id, from: origin, at: now)
            }
        }
        return response
    }

    // MARK: Import

    @Sendable func showImport(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let form = FormDeclaration(
            action: "/settings/import",
            submit: "archive.import-submit",
            [.file("archive", accept: ".zip,application/zip")]
        )
        return try await app.pages.respond(
            to: context,
            title: context.text("archive.import-title"),
            section: .account
        ) { transaction, layout in
            ImportPage(
                restriction: member.postingRestriction,
                restrictionText: member.postingRestriction.map { context.text("archive.may-not.\($0.rawValue)") },
                form: app.pages.form(form, context, layout),
                jobs: try cards(transaction, .import, member, context.language),
                settings: SettingsFrame(.import, for: member)
            )
        }
    }

    @Sendable func importArchive(_ context: AppRequestContext, _ incoming: IncomingForm) async throws -> Response {
        let member = try context.requireMember()
        // Before the upload is read: barred members must not fill the disk.
        if let restriction = member.postingRestriction { throw restriction.problem }
        do {
            let upload = try await beginUpload(of: member)
            do { try await receive(incoming, member, context.origin, as: upload) } catch {
                await discard(upload, of: member)
                throw error
            }
        } catch let errors as FormErrors where !context.prefersJSON {
            var context = context
            context.formErrors = errors
            return try await showImport(context, member)
        }
        return app.pages.seeOther(context, to: "/settings/import", flash: "import-asked")
    }

    /// The account has an upload or an import already, or the upload took too long.
    private static let inHand = FormErrors(["archive": "in-hand"])

    /// Begins an upload, one for each account.
    private func beginUpload(of member: Member) async throws -> ArchiveJob.ID {
        let upload = try await app.database.write { transaction -> ArchiveJob.ID? in
            guard try transaction.archiveUploadBytes() < ArchiveFiles.maxComingIn else { throw Problem.unavailable }
            guard let upload = try transaction.addArchiveUpload(for: member.id, at: app.clock()) else { return nil }
            try transaction.enforce(app.limits.imports, for: member.id, at: app.clock())
            return upload
        }
        guard let upload else { throw Self.inHand }
        return upload
    }

    /// Removes a refused upload and does not count the try. If this fails, the upload expires.
    private func discard(_ upload: ArchiveJob.ID, of member: Member) async {
        try? await app.database.write { transaction in
            guard try transaction.removeArchiveUpload(upload) else { return }
            try transaction.refundRateLimit(app.limits.imports, for: String(member.id))
        }
    }

    /// Reads the upload and makes it a waiting job.
    private func receive(
        _ incoming: IncomingForm,
        _ member: Member,
        _ origin: DeviceOrigin,
        as upload: ArchiveJob.ID
    ) async throws {
        let (_, files) = try await incoming.read()
        guard let sent = files.first(where: { $0.field == "archive" }) else {
            throw FormErrors(["archive": "required"])
        }
        let file: UploadFile
        switch sent.content {
        case .success(let upload): file = upload
        case .failure(.unwritten): throw Problem.failing
        case .failure(.tooLarge), .failure(.tooMany): throw Problem.tooLarge
        }
        let path = file.path
        // Refuses only what is obviously no archive; the background job checks the rest.
        let isArchive = try await app.archives.files.threads.run {
            (try? ZipDirectory(path: path, limits: ZipDirectory.Limits())) != nil
        }
        guard isArchive else { throw FormErrors(["archive": "not-an-archive"]) }
        let (name, size) = (URL(filePath: path).lastPathComponent, await file.size)
        let isTaken = try await app.database.write { transaction -> Bool in
            guard try transaction.finishArchiveUpload(upload, file: name, size: size, at: app.clock()) else {
                return false
            }
            try transaction.recordSecurityEvent(.archiveImported, of: member.id, from: origin, at: app.clock())
            transaction.afterCommit(app.jobWake.send)
            return true
        }
        guard isTaken else { throw Self.inHand }
        await file.persist()
    }

    // MARK: Both

    @Sendable func showSchema(_ context: AppRequestContext) async throws -> Response {
        let page = ArchiveSchemaPage(app.views, context.language)
        let title = context.text("archive.schema-title")
        return try await app.pages.respond(to: context, title: title, section: .about) { _ in page }
    }

    private func cards(
        _ transaction: Transaction,
        _ kind: ArchiveJob.Kind,
        _ member: Member,
        _ language: Language
    ) throws -> [ArchiveJobCard] {
        try transaction.endExpiredArchives(of: member.id, at: app.clock())
        return try transaction.archiveJobs(kind, of: member.id).map {
            ArchiveJobCard($0, at: app.clock(), app.views, language)
        }
    }
}
