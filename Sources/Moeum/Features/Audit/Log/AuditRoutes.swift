import Foundation
import HTTPTypes
import Hummingbird

/// The audit log, for staff: as pages and as a file, with a form that undoes an entry.
struct AuditRoutes: RouteGroup {
    static let path = "/admin/audit"
    /// Entries on one page.
    static let pageSize = 50
    /// Entries that are read for one page with several filters.
    static let maxRead = 2_000
    /// Entries in one file, the newest, and entries that are read for it.
    static let maxInFile = 10_000
    static let maxReadForFile = 50_000
    /// Of the reason for undoing, in grapheme clusters.
    static let maxReasonLength = 1_000

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/audit", for: .moderator, use: showLog)
        router.post("/admin/audit/{id}/undo", for: .moderator, again: showRevertForm, use: undo)
    }

    @Sendable func showLog(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let query = AuditQuery(context.query)
        if context.query["format"] == "csv" { return try await file(query) }
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.nav.audit"),
            frame: AdministrationFrame(.audit)
        ) { transaction, layout in
            let list = try transaction.auditList(query, limit: Self.pageSize, maxRead: Self.maxRead)
            return try page(list, query, member, context.language, back: layout.next, transaction)
        }
    }

    private func page(
        _ list: AuditList,
        _ query: AuditQuery,
        _ staff: Member,
        _ language: Language,
        back: String,
        sentForm: AuditEntryRow.SentForm? = nil,
        _ transaction: Transaction
    ) throws -> AuditPage {
        let colleagues = try transaction.staffNames()
        var people = Set(list.auditEntries.flatMap(\.people))
        if case .staff(let id)? = query.actor { people.insert(id) }
        let names = try transaction.nicknames(of: people)
        let words = AuditEntryFormatter(
            views: app.views,
            language: language,
            nicknames: names,
            names: try transaction.targetNames(of: Set(list.auditEntries.flatMap(\.named)), language),
            districts: app.districts
        )
        let entries = try list.auditEntries.map { entry in
            AuditEntryRow(
                entry: entry,
                words: words,
                isUndoable: try transaction.canRevert(entry) && transaction.mayRevert(entry, staff, at: app.clock()),
                page: back,
                sentForm: sentForm
            )
        }
        return AuditPage(
            entries: entries,
            filters: AuditFilters(query, staff: colleagues, words),
            next: list.next.map { query.address(after: $0) },
            file: query.address(format: "csv"),
            isCutShort: list.isCutShort
        )
    }

    /// The newest audit entries of a query, as one response.
    private func file(_ query: AuditQuery) async throws -> Response {
        let (list, names) = try await app.database.read { transaction in
            let list = try transaction.auditList(query, limit: Self.maxInFile, maxRead: Self.maxReadForFile)
            return (list, try transaction.nicknames(of: Set(list.auditEntries.compactMap(\.actor.account))))
        }
        var headers: HTTPFields = [
            .contentType: "text/csv; charset=utf-8",
            .contentDisposition: "attachment; filename=\"moeum-audit-\(SeoulTime(app.clock()).isoDay).csv\"",
            .cacheControl: "private, no-store",
        ]
        if let next = list.next { headers[.link] = "<\(query.address(after: next, format: "csv"))>; rel=\"next\"" }
        let bytes = try await app.longWork.run { AuditFile.bytes(list.auditEntries, names) }
        return Response(status: .ok, headers: headers, body: ResponseBody(bytes: bytes))
    }

    // MARK: Undoing

    @Sendable func undo(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: AuditEntry.ID = try context.id()
        let (reason, error) = BoundedText.required(context.form["reason"], 1...Self.maxReasonLength)
        if let error { throw FormErrors(["reason": error]) }
        var audit = AuditContext.staff(staff, app, note: reason)
        audit.districts = app.districts
        do {
            try await app.database.write { [audit] transaction in
                guard let entry = try transaction.auditEntry(id) else { throw Problem.notFound }
                guard try transaction.mayRevert(entry, staff, at: audit.at) else { throw Problem.forbidden }
                try transaction.revertChange(id, audit)
            }
        } catch DatabaseError.uniqueViolation {
            // The name or position is used by something else now.
            throw Problem.cannotRevert
        }
        app.logger.notice("change reverted", metadata: ["entry": "\(id)", "account": "\(staff.id)"])
        let back = LocalPath.checked(context.form["next"])
        // The form is on the pages of report cases and targets too.
        let path = back.begins(with: "/admin/") ? back : Self.path
        return app.pages.seeOther(context, to: path, flash: "change-reverted")
    }

    /// The page of one audit entry, with the form as it was sent and what is wrong with it.
    @Sendable func showRevertForm(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: AuditEntry.ID = try context.id()
        let texts = FormTexts(
            views: app.views,
            language: context.language,
            arguments: ["maximum": .integer(Self.maxReasonLength)]
        )
        let sentForm = AuditEntryRow.SentForm(
            typed: context.form["reason"] ?? "",
            problem: texts.errorText(context.formErrors?.codes["reason"] ?? "", of: "audit-reason", [:])
        )
        let back = LocalPath.checked(context.form["next"])
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.nav.audit"),
            frame: AdministrationFrame(.audit)
        ) { transaction in
            guard let entry = try transaction.auditEntry(id) else { throw Problem.notFound }
            let (list, query) = (AuditList(auditEntries: [entry]), AuditQuery())
            return try page(list, query, staff, context.language, back: back, sentForm: sentForm, transaction)
        }
    }
}

extension AuditEntry {
    /// Everybody whose name the log shows with the entry.
    fileprivate var people: [Account.ID] {
        let assignees = [before["assignee"], after["assignee"]].compactMap { $0.flatMap { Account.ID($0) } }
        return [actor.account, person, target.accountID].compactMap { $0 } + assignees
    }
}
