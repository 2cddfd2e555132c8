import Foundation
import HTTPTypes
import Hummingbird

/// Shows one list at its own address, with what was wrong with what was sent to it.
struct NamedListView: Sendable {
    let app: App

    static let asking = FormDeclaration(
        action: "",
        submit: "lists.ask",
        [.text("nickname", key: "list-nickname", maximum: Nickname.lengths.upperBound)]
    )

    func show(
        _ id: NamedList.ID,
        refusal: ListRefusal? = nil,
        askingProblem: String? = nil,
        status: HTTPResponse.Status = .ok,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        if status.kind != .successful, Accept.prefersJSON(request) {
            var errors: [String: String] = [:]
            if let refusal { errors[refusal.field.rawValue] = refusal.code }
            if let askingProblem { errors["nickname"] = askingProblem }
            throw Problem(status: status, key: status == .conflict ? "stale" : "invalid-form", errors: errors)
        }
        let desk = NamedListDesk(app, context)
        let chrome = self.app.chrome(
            request,
            context,
            title: "",
            path: "/lists/\(id)",
            hasForm: context.member != nil
        )
        let form = context.member == nil ? nil : asking(id, askingProblem, chrome, context)
        let finding = request.query["find"]
        do {
            return try await app.pages.respond(request, context, status: status) { transaction in
                guard let (list, right) = try transaction.namedList(id, for: desk.reader) else {
                    let invitation = try transaction.listInvitation(to: id, for: desk.reader)
                    throw invitation.map { Asked(invitation: $0) } as (any Error)? ?? Problem.notFound
                }
                let page = try page(list, right, desk, refusal, form, finding: finding, transaction)
                return (page, self.chrome(chrome, page, desk))
            }
        } catch let asked as Asked {
            return try await show(asked.invitation, chrome, desk, request, context)
        }
    }

    /// The reader may not read it yet, but is asked whether they will.
    private struct Asked: Error {
        let invitation: ListInvitation
    }

    private func show(
        _ invitation: ListInvitation,
        _ chrome: Chrome,
        _ desk: NamedListDesk,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        var chrome = chrome
        chrome.title = app.siteTitle(desk.text("lists.invitations"), desk.language)
        let page = ListAskedPage(invitation: ListInvitationItem(invitation: invitation))
        return try await app.pages.respond(request, context) { [chrome] _ in (page, chrome) }
    }

    private func asking(
        _ id: NamedList.ID,
        _ problem: String?,
        _ chrome: Chrome,
        _ context: AppRequestContext
    ) -> FormSheet {
        var form = Self.asking
        form.action = "/lists/\(id)/collaborators"
        return form.sheet(
            typed: problem == nil ? nil : context.form,
            problems: problem.map { ["nickname": $0] } ?? [:],
            arguments: ["most": .integer(NamedList.mostCollaborators)],
            isSecond: true,
            token: chrome.formToken,
            views: app.views,
            context.language
        )
    }

    /// - Parameter path: what its further addresses begin with, where that is not its own.
    func page(
        _ list: NamedList,
        _ right: NamedList.Right,
        _ desk: NamedListDesk,
        path: String? = nil,
        _ refusal: ListRefusal?,
        _ asking: FormSheet?,
        finding: String? = nil,
        _ transaction: Transaction
    ) throws -> NamedListPage {
        let cover = try transaction.covers(of: [list.id], at: desk.reader.now)[list.id].map(desk.cover)
        let collaborators = right >= .edit ? try transaction.collaborators(of: list.id) : []
        // Who was asked and has not said yet is between the two of them.
        let invited = right == .own ? try transaction.invited(to: list.id) : []
        let entries = try desk.entries(list, refusal, transaction)
        // Where no place is there to say it at, it is said above them all.
        let stray = entries.contains { $0.refused != nil } ? nil : refusal
        return NamedListPage(
            head: desk.head(list, right, cover, path: path),
            entries: entries,
            right: right,
            collaborators: collaborators.map { ListCollaborator(person: $0, list: list.id, isWaiting: false) }
                + invited.map { ListCollaborator(person: $0, list: list.id, isWaiting: true) },
            asking: right == .own ? asking : nil,
            reader: desk.reader.account,
            problem: stray.map(desk.words),
            strayNote: stray?.note.flatMap { $0.isEmpty ? nil : $0 },
            findings: right >= .edit ? try desk.findings(finding, for: list, besides: entries, transaction) : nil,
            invitation: right == .read && path == nil
                ? try transaction.listInvitation(to: list.id, for: desk.reader).map(ListInvitationItem.init) : nil
        )
    }

    func chrome(_ chrome: Chrome, _ page: NamedListPage, _ desk: NamedListDesk) -> Chrome {
        var chrome = chrome
        let list = page.head.list
        chrome.title = app.siteTitle(list.draft.title, desk.language)
        let count = desk.text("places.count", ["count": .integer(page.entries.count)])
        chrome.description = list.draft.note.isEmpty ? count : String(list.draft.note.prefix(150))
        if let cover = page.head.cover, let photo = cover.photo {
            let alt = photo.alt.isEmpty ? cover.place.name : photo.alt
            chrome.picture = photo.files.shared(from: app.config.baseURL, alt: alt)
        }
        return chrome
    }
}
