import Foundation
import HTTPTypes
import Hummingbird

/// States of entries that the editor saves by itself.
struct DiaryAutosaveRoutes: RouteGroup {
    let app: App

    /// Text, fields and their frame; a whole text has at most `DiaryText.maxBytes`.
    private static let maxBytes = 256 << 10

    func mount(on router: Router<AppRequestContext>) {
        router.put("/diary/drafts/{once}", for: .member, upTo: Self.maxBytes, use: saveNew)
        router.put("/diary/entries/{id}", for: .member, upTo: Self.maxBytes, use: save)
    }

    @Sendable func saveNew(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireActive()
        guard let key = IdempotencyKey.checked(context.parameters.get("once")) else { throw Problem.notFound }
        return try await save(.form(key), context, member)
    }

    @Sendable func save(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try await save(.entry(try context.id()), context, member)
    }

    private func save(
        _ target: SaveDiaryEntry.Target,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> Response {
        try member.requireActive()
        let (form, now) = (context.form, app.clock())
        let write = SaveDiaryEntry(
            app: app,
            account: member.id,
            target: target,
            input: try DiaryEntryInput(DiaryForm(form), today: SeoulTime(now).isoDay),
            rev: form["rev"].flatMap { Int($0) },
            device: Device(userAgent: context.request.headers[.userAgent]).code,
            id: IdempotencyKey.checked(form["write"]),
            unanswered: form.all("unanswered").compactMap(IdempotencyKey.checked)
        )
        // A text of the device that its author threw away.
        let thrown = form["thrown"].flatMap { try? DiaryText($0) }
        let outcome = try await app.database.write { transaction in
            let outcome = try write.save(at: now, transaction)
            if let thrown, let entry = outcome.entry, thrown.text != entry.text {
                let version = DiaryVersion(discarded: thrown, of: entry, write.device, at: now)
                try transaction.saveDiaryVersions([version], of: entry.id)
            }
            return outcome
        }
        let builder = DiaryEntryBuilder(app: app, context: context)
        switch outcome {
        case .nothing: return Response(status: .noContent, headers: [.cacheControl: "private, no-store"])
        case .created(let entry): return .personalJSON(builder.saved(entry), status: .created)
        case .saved(let entry): return .personalJSON(builder.saved(entry))
        case .deleted: throw DiaryEntryRoutes.deleted
        case .conflict: throw DiaryEntryRoutes.conflict
        }
    }
}

extension DiaryEntryBuilder {
    /// The answer to the editor after a state was saved.
    fileprivate func saved(_ entry: DiaryEntry) -> KeyValuePairs<String, FieldValue> {
        let path = "/diary/entries/\(entry.id)"
        return [
            "id": .text(String(entry.id)), "rev": .integer(entry.rev), "savedAt": .time(entry.editedAt),
            "state": .text(entry.deletion == nil ? "saved" : "blank"), "href": .text("\(path)/edit"),
            "draft": .text(path), "action": .text(path), "dayText": .text(dayText(entry.day)),
            "monthText": .text(monthText(entry.day)), "monthHref": .text("/diary/\(entry.day.prefix(7))"),
        ]
    }
}
