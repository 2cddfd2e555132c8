import Foundation
import HTTPTypes
import Hummingbird

/// A person's tags, and renaming one.
struct TagRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/tags", for: .member, use: showAll)
        router.get("/tags/rename", for: .member, use: showForm)
        router.post("/tags/rename", for: .member, again: showForm, use: rename)
    }

    @Sendable func showAll(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try await app.pages.respond(
            to: context,
            title: context.text("tags.title"),
            section: .favourites
        ) { transaction in
            let sets = try transaction.favouriteSets(of: member.id)
            let used = try transaction.usedTags(of: member.id)
            let groups = used.grouped(by: \.tag.group).map { group, entries in
                let values = entries.map { entry in
                    TagsPage.Value(tag: entry.tag, count: FavouriteSets.count(sets.members(of: entry.id)))
                }
                return TagsPage.Group(name: group, values: values)
            }
            return TagsPage(groups: groups, countText: context.text("tags.count", ["count": .integer(used.count)]))
        }
    }

    /// Renames a tag on all favourites. The page's own form asks for a check first, which warns before two tags are merged.
    @Sendable func rename(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireActive()
        let form = context.form
        guard let from = form["from"], let tag = try? Tag(from) else { throw Problem.notFound }
        let new: Tag
        do { new = try Tag(form["to"] ?? "") } catch { throw FormErrors(["to": error.rawValue]) }
        let mayMerge = form["check"] == nil || form["merge"] == new.text
        let (limit, now) = (app.limits.favourites, app.clock())
        let flash = try await app.database.write { transaction in
            let other = try transaction.tagID(of: new, of: member.id)
            guard try transaction.tagID(of: tag, of: member.id) != nil else {
                if other == nil { throw Problem.notFound }
                // Renamed already: the form was sent twice.
                return "tag-named-so"
            }
            // A name that no favourite uses is free.
            let isMerge = try tag != new && other.map { try transaction.isTagUsed($0, of: member.id) } ?? false
            if isMerge, !mayMerge { throw FormErrors(["to": "exists"]) }
            try transaction.enforce(limit, for: member.id, at: now)
            try transaction.renameTag(tag, to: new, of: member.id)
            return isMerge ? "tags-merged" : "tag-renamed"
        }
        return app.pages.seeOther(context, to: "/tags", flash: flash)
    }

    @Sendable func showForm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        guard let tag = context.fields["from"].flatMap({ try? Tag($0) }) else { throw Problem.notFound }
        let isMerge = context.formErrors?.codes["to"] == "exists"
        let merging = isMerge ? try? Tag(context.form["to"] ?? "") : nil
        return try await app.pages.respond(
            to: context,
            title: context.text("tags.rename-title", ["text": .text(tag.text)]),
            section: .favourites,
            path: "/tags/rename",
            hasForm: true
        ) { transaction, layout in
            guard let id = try transaction.tagID(of: tag, of: member.id) else { throw Problem.notFound }
            let sets = try transaction.favouriteSets(of: member.id)
            func count(_ id: FavouriteSets.TagID?) -> Int { id.map { FavouriteSets.count(sets.members(of: $0)) } ?? 0 }
            let other = try merging.flatMap { try transaction.tagID(of: $0, of: member.id) }
            let mergeText = merging.map { merging in
                context.text(
                    "tags.merge-text",
                    ["from": .text(tag.text), "to": .text(merging.text), "count": .integer(count(other))]
                )
            }
            var agreeing = context
            agreeing.form = Self.agreeing(to: merging, in: context.form)
            let formView = app.pages.form(
                Self.declaration(isMerge: merging != nil),
                agreeing,
                layout,
                values: ["from": tag.text, "to": tag.text, "check": "1"],
                arguments: FavouriteForm.bounds.merging(app.storageArguments(context.language)) { $1 }
            )
            return TagRenamePage(
                tag: tag,
                count: count(id),
                countText: context.text("tags.places", ["count": .integer(count(id))]),
                formView: formView,
                mergeText: mergeText,
                ownTags: TagGroup.all(try transaction.usedTags(of: member.id).map(\.tag).filter { $0 != tag })
            )
        }
    }

    private static func declaration(isMerge: Bool) -> FormDeclaration {
        var controls: [FormControl] = [
            .hidden("from"), .hidden("check"), .text("to", key: "tag-name", autocomplete: "off"),
        ]
        if isMerge { controls.append(.hidden("merge")) }
        return FormDeclaration(
            action: "/tags/rename",
            submit: isMerge ? "tags.merge" : "tags.rename",
            controls
        )
    }

    /// The form with the confirmation of the merge.
    private static func agreeing(to tag: Tag?, in form: Form) -> Form {
        var items = form.items.filter { $0.name != "merge" }
        if let tag { items.append(("merge", tag.text)) }
        return Form(items: items)
    }
}
