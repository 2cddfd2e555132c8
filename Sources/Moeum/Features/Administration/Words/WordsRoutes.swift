import Foundation
import HTTPTypes
import Hummingbird

/// The index page of staff, and the lists of what the site refuses: disposable e-mail domains, blocked words, and blocked link
/// domains.
struct WordsRoutes: RouteGroup {
    /// Entries on one page.
    static let maxShown = 200

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin", for: .moderator, use: showTasks)
        router.get("/admin/words", for: .admin, use: showWords)
        router.post("/admin/words", for: .admin, again: showWords, use: add)
        router.post("/admin/words/delete", for: .admin, use: delete)
    }

    @Sendable func showTasks(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let words = ModerationFormatter(app, context)
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.title"),
            frame: AdministrationFrame(nil)
        ) { transaction in
            let waiting = words.waiting(try transaction.waitingCounts(for: member.id))
            return AdministrationPage(for: member.role, waiting: waiting, app.views, context.language)
        }
    }

    @Sendable func add(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let list = list(context)
        let lines = try WordLines(list, context.form)
        let audit = AuditContext.staff(staff, app)
        let added = try await app.database.write { try Self.add(lines, audit, $0) }
        guard let added else { throw FormErrors([list.field: "list-full"]) }
        guard added > 0 else { throw FormErrors([list.field: "listed"]) }
        app.logger.notice("words listed", metadata: ["list": "\(list.rawValue)", "count": .stringConvertible(added)])
        return app.pages.seeOther(context, to: list.path, flash: "word-added")
    }

    /// - Returns: how many entries were new or changed; nil where the list is full.
    private static func add(_ lines: WordLines, _ audit: AuditContext, _ transaction: Transaction) throws -> Int? {
        if let kind = lines.list.kind,
            try transaction.countBlockedWords(kind) + lines.words.count > BlockedWord.maxCount
        {
            return nil
        }
        var added = 0
        for domain in lines.domains {
            let target = AuditEntry.Target(.word, domain)
            let entry = try transaction.recordChange(.addWord, on: target, .mailDomain, audit) { _ in
                MailDomainState(listed: .yes)
            }
            added += entry == nil ? 0 : 1
        }
        for word in lines.words {
            let target = AuditEntry.Target(.word, word.text)
            let entry = try transaction.recordChange(.addWord, on: target, .blockedWord, key: word.kind.rawValue, audit)
            {
                now in
                // Another spelling of the same word keeps the existing one.
                now.effect == word.effect ? now : BlockedWordState(text: word.text, effect: word.effect)
            }
            added += entry == nil ? 0 : 1
        }
        return added
    }

    @Sendable func delete(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let (list, audit) = (list(context), AuditContext.staff(staff, app))
        let typed = context.form[list == .mail ? "domain" : "text"] ?? ""
        if let kind = list.kind {
            guard (try? BlockedWord(kind, typed, .refuse)) != nil else { throw Problem.notFound }
            let target = AuditEntry.Target(.word, typed)
            try await app.database.write { transaction in
                try transaction.recordChange(.removeWord, on: target, .blockedWord, key: kind.rawValue, audit) { _ in
                    BlockedWordState()
                }
            }
        } else {
            guard let domain = ListedDomain.domain(typed) else { throw Problem.notFound }
            let target = AuditEntry.Target(.word, domain)
            try await app.database.write { transaction in
                try transaction.recordChange(.removeWord, on: target, .mailDomain, audit) { _ in MailDomainState() }
            }
        }
        app.logger.notice("word no longer listed", metadata: ["list": "\(list.rawValue)"])
        return app.pages.seeOther(context, to: list.path, flash: "word-deleted")
    }

    private func list(_ context: AppRequestContext) -> WordList {
        context.fields["list"].flatMap(WordList.init(rawValue:)) ?? .mail
    }

    @Sendable func showWords(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let list = list(context)
        let (after, query) = (context.query["after"] ?? "", context.query["q"]?.trimmed ?? "")
        let tabs = WordList.allCases.map { each in
            let label = context.text("admin.words.list.\(each.rawValue)")
            return ListChoice(label: label, value: each.path, isCurrent: each == list)
        }
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.words.title"),
            frame: AdministrationFrame(.words)
        ) { transaction, layout in
            let formView = app.pages.form(
                list.form,
                context,
                layout,
                values: ["list": list.rawValue, "effect": BlockedWord.Effect.refuse.rawValue],
                arguments: ["most": .integer(WordLines.maxCount)]
            )
            let limit = Self.maxShown + 1
            let start = list == .words ? ScreenedText(query).key : query.lowercased()
            let domains =
                list == .mail ? try transaction.listedDomains(startingWith: start, after: after, limit: limit) : []
            let words = try list.kind.map {
                try transaction.listedWords($0, startingWith: start, after: after, limit: limit)
            }
            let shown = (domains: domains.prefix(Self.maxShown), words: (words ?? []).prefix(Self.maxShown))
            let hasMore = domains.count > Self.maxShown || (words?.count ?? 0) > Self.maxShown
            return WordsPage(
                list: list,
                tabs: tabs,
                domains: Array(shown.domains),
                words: Array(shown.words),
                query: query,
                next: hasMore ? shown.domains.last?.domain ?? shown.words.last?.word.key : nil,
                form: formView
            )
        }
    }
}
