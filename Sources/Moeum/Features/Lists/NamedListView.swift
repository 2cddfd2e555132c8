import Foundation
import HTTPTypes
import Hummingbird

/// Shows a list at its own address, with the error of a refused form.
struct NamedListView: Sendable {
    let app: App

    static let asking = FormDeclaration(
        action: "",
        submit: "lists.ask",
        [.text("nickname", key: "list-nickname", maximum: Nickname.lengths.upperBound)]
    )

    /// The page of the list that the address names; of a refused form too.
    @Sendable func show(_ context: AppRequestContext) async throws -> Response {
        let id: NamedList.ID = try context.id()
        let presenter = ListPresenter(app, context)
        do {
            return try await app.pages.respond(
                to: context,
                path: "/lists/\(id)",
                hasForm: context.member != nil
            ) { transaction, layout in
                guard let (list, right) = try transaction.namedList(id, for: presenter.reader) else {
                    let invitation = try transaction.listInvitations(of: presenter.reader, to: id).first
                    throw invitation.map { InvitationPending(invitation: $0) } as (any Error)? ?? Problem.notFound
                }
                return try page(list, right, path: list.path, presenter, context, &layout, transaction)
            }
        } catch let asked as InvitationPending {
            return try await app.pages.respond(
                to: context,
                title: presenter.text("lists.invitations"),
                path: "/lists/\(id)",
                hasForm: context.member != nil
            ) { _ in ListInvitationPage(invitation: asked.invitation) }
        }
    }

    /// The reader may not read the list yet, but is invited.
    private struct InvitationPending: Error {
        let invitation: ListInvitation
    }

    private func asking(_ id: NamedList.ID, _ layout: PageLayout, _ context: AppRequestContext) -> FormView {
        var form = Self.asking
        form.action = "/lists/\(id)/collaborators"
        return app.pages.form(
            form,
            context,
            layout,
            arguments: ["most": .integer(NamedList.maxCollaborators)],
            isSecond: true
        )
    }

    /// - Parameter path: the list's own, or the shared one.
    func page(
        _ list: NamedList,
        _ right: NamedList.Right,
        path: String,
        _ presenter: ListPresenter,
        _ context: AppRequestContext,
        _ layout: inout PageLayout,
        _ transaction: Transaction
    ) throws -> NamedListPage {
        let entryError = ListEntryError(context)
        let cover = try transaction.listCovers(of: [list.id])[list.id].map(presenter.cover)
        let collaborators = right >= .edit ? try transaction.collaborators(of: list.id) : []
        // Only the owner and the invited person see an invitation.
        let invited = right == .own ? try transaction.invitedPeople(to: list.id) : []
        let entries = try presenter.entries(list, entryError, transaction)
        // Without a matching entry, the error is shown above all entries.
        let stray = entries.contains { $0.sent != nil } ? nil : entryError
        var page = NamedListPage(
            head: presenter.head(list, right, cover, path: path),
            entries: entries,
            collaborators: collaborators.map { ListCollaborator(person: $0, isWaiting: false) }
                + invited.map { ListCollaborator(person: $0, isWaiting: true) },
            asking: right == .own ? asking(list.id, layout, context) : nil,
            reader: presenter.reader.account,
            problem: stray.map(presenter.entryErrorText),
            strayNote: stray?.note.flatMap { $0.isEmpty ? nil : $0 },
            findings: right >= .edit
                ? try presenter.findings(context.query["find"], for: list, besides: entries, transaction) : nil,
            invitation: right == .read && path == list.path
                ? try transaction.listInvitations(of: presenter.reader, to: list.id).first : nil
        )
        if context.query["view"] == "map" {
            let ids = entries.map(\.place.id)
            let found = try transaction.places(ids)
            page.mapDrawing = presenter.places.map(of: ids.compactMap { found[$0] })
            page.tiles = app.tiles
        }
        describe(page, in: &layout, presenter)
        return page
    }

    private func describe(_ page: NamedListPage, in layout: inout PageLayout, _ presenter: ListPresenter) {
        let list = page.head.list
        layout.title = list.details.title
        let count = presenter.text("places.count", ["count": .integer(page.entries.count)])
        layout.description = list.details.note.isEmpty ? count : String(list.details.note.prefix(150))
        if let cover = page.head.cover, let photo = cover.place.cover {
            let alt = photo.alt.isEmpty ? presenter.places.label(cover.place.name) : photo.alt
            layout.picture = photo.files.shared(from: app.config.baseURL, alt: alt)
        }
    }
}
