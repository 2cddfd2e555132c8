import Foundation
import HTTPTypes
import Hummingbird

/// Collaborators of a list: the owner invites them, and they accept.
struct ListCollaboratorRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.post("/lists/{id}/collaborators", for: .member, again: NamedListView(app: app).show, use: invite)
        router.post("/lists/{id}/collaborators/accept", for: .member, use: accept)
        router.post("/lists/{id}/collaborators/{memberID}/delete", for: .member, use: dismiss)
    }

    @Sendable func invite(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, reader) = (try context.id() as NamedList.ID, ListPresenter(app, context).reader)
        let list = try await app.database.read { try $0.namedList(id, for: reader, atLeast: .own).list }
        try member.requireActive()
        // The invited person reads the list's texts.
        if let restriction = member.postingRestriction { throw FormErrors(["nickname": restriction.rawValue]) }
        let nickname = context.form["nickname"] ?? ""
        let outcome: CollaboratorOutcome = try await app.database.write { transaction in
            // Longer than any nickname.
            guard nickname.utf8.count <= 2_048 else { return .unknown }
            try transaction.enforce(app.limits.listCollaborators, for: member.id, at: reader.now)
            // Read again: its owner may have changed it in the meantime.
            let (list, _) = try transaction.namedList(id, for: reader, atLeast: .own)
            let errors = try ListTextScreening(list.details).formErrors(
                app.screening,
                by: member.id,
                at: reader.now,
                opening: list.id,
                transaction
            )
            if errors != nil { return .words }
            return try transaction.inviteCollaborator(
                named: nickname,
                to: list,
                mails: app.limits.invitationMails,
                by: app.emailRenderer,
                at: reader.now
            )
        }
        switch outcome {
        case .unknown, .yourself, .tooMany, .words: throw FormErrors(["nickname": outcome.rawValue])
        case .invited, .known:
            let flash = outcome == .known ? "list-collaborator-known" : "list-invited"
            return app.pages.seeOther(context, to: "\(list.path)#people", flash: flash)
        }
    }

    @Sendable func accept(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, reader) = (try context.id() as NamedList.ID, ListPresenter(app, context).reader)
        try member.requireActive()
        guard try await app.database.write({ try $0.acceptListInvitation(to: id, for: reader) }) else {
            throw Problem.notFound
        }
        return app.pages.seeOther(context, to: "/lists/\(id)", flash: "list-joined")
    }

    /// Removes a collaborator, or withdraws an invitation; collaborators and invited people can do so themselves, even when
    /// suspended. Their entries stay.
    @Sendable func dismiss(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, reader) = (try context.id() as NamedList.ID, ListPresenter(app, context).reader)
        let other = context.parameters.get("memberID").flatMap { Account.ID($0) }
        let (next, flash) = try await app.database.write { transaction -> (next: String, flash: String?) in
            if try other == member.id && transaction.removeListInvitation(of: member.id, to: id) {
                return ("/lists", "list-declined")
            }
            let (_, right) = try transaction.namedList(id, for: reader, atLeast: .read)
            guard let other else { throw Problem.notFound }
            guard right == .own || other == member.id else {
                throw Problem(status: .forbidden, key: "list-owner-only")
            }
            let wasWaiting = try transaction.removeListInvitation(of: other, to: id)
            let wasThere = try transaction.removeCollaborator(other, from: id)
            guard right == .own else { return ("/lists", wasThere ? "list-left" : nil) }
            return ("/lists/\(id)#people", wasWaiting ? "list-invitation-withdrawn" : "list-collaborator-removed")
        }
        return app.pages.seeOther(context, to: next, flash: flash)
    }
}
