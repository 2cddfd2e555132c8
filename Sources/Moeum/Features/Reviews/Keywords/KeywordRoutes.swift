import Foundation
import HTTPTypes
import Hummingbird

/// Keywords for staff: adding, renaming, ordering, retiring and offering again.
struct KeywordRoutes: RouteGroup {
    static let path = "/admin/keywords"
    /// The most keywords that a form offers of one kind and tone: nobody would read more.
    static let maxOffered = 20

    let app: App

    private static let names: [FormControl] = [
        .text("name_ko", maximum: Keyword.Names.maxLength, autocomplete: "off"),
        .text("name_en", maximum: Keyword.Names.maxLength, autocomplete: "off"),
    ]
    private static let form = FormDeclaration(
        action: path,
        submit: "admin.keywords.add",
        [
            .radios("kind", Place.Kind.allCases.map(\.rawValue), key: "keyword-kind"),
            .radios("tone", Keyword.Tone.allCases.map(\.rawValue)),
        ] + names
    )

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/keywords", for: .moderator, use: showKeywords)
        router.post("/admin/keywords", for: .moderator, again: showKeywords, use: add)
        router.get("/admin/keywords/{id}", for: .moderator, use: showKeyword)
        router.post("/admin/keywords/{id}", for: .moderator, again: showKeyword, use: rename)
        router.post("/admin/keywords/{id}/move", for: .moderator, use: move)
        router.post("/admin/keywords/{id}/retire", for: .moderator) { try await retire($0, $1, isRetired: true) }
        router.post("/admin/keywords/{id}/restore", for: .moderator) { try await retire($0, $1, isRetired: false) }
    }

    // MARK: The list

    @Sendable func showKeywords(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        try await app.pages.respond(
            to: context,
            title: context.text("admin.nav.keywords"),
            frame: AdministrationFrame(.keywords)
        ) { transaction, layout in
            KeywordsPage(
                try transaction.allKeywords(),
                form: app.pages.form(
                    Self.form,
                    context,
                    layout,
                    values: ["kind": Place.Kind.restaurant.rawValue, "tone": Keyword.Tone.good.rawValue]
                ),
                app.views,
                context.language
            )
        }
    }

    @Sendable func add(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        var (names, errors) = Self.names(in: context.form)
        let kind = Place.Kind(rawValue: context.form["kind"] ?? "")
        let tone = Keyword.Tone(rawValue: context.form["tone"] ?? "")
        if kind == nil { errors["kind"] = "invalid" }
        if tone == nil { errors["tone"] = "invalid" }
        guard let names, let kind, let tone, errors.isEmpty else { throw FormErrors(errors) }
        let audit = AuditContext.staff(staff, app)
        try await write { transaction in
            let offered = try transaction.offeredKeywords(for: kind).count { $0.tone == tone }
            guard offered < Self.maxOffered else { throw FormErrors(["tone": "too-many"]) }
            try transaction.recordChange(.changeKeyword, on: .keyword(.next()), .keyword, audit) { _ in
                KeywordState(names, kind, tone)
            }
        }
        return done("keyword-added", context)
    }

    // MARK: One of them

    @Sendable func showKeyword(_ context: AppRequestContext) async throws -> Response {
        let isStale = context.formErrors?.status == .conflict
        let id: Keyword.ID = try context.id()
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.nav.keywords"),
            section: .administration
        ) { transaction, layout in
            guard let keyword = try transaction.keyword(id) else { throw Problem.notFound }
            let now: [String: FieldValue] = [
                "korean": .text(keyword.names.korean), "english": .text(keyword.names.english),
            ]
            let form = FormDeclaration(
                action: "\(Self.path)/\(id)",
                submit: "admin.keywords.rename",
                [.hidden("rev")] + Self.names
            )
            let formView = app.pages.form(
                form,
                context,
                layout,
                values: ["name_ko": keyword.names.korean, "name_en": keyword.names.english],
                rev: String(keyword.rev)
            )
            return FormPage(
                heading: context.text("admin.keywords.rename"),
                lead: isStale ? [context.text("admin.keywords.as-it-is-now", now)] : [],
                form: formView,
                links: [FormLink(href: Self.path, label: context.text("admin.nav.keywords"))]
            )
        }
    }

    @Sendable func rename(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: Keyword.ID = try context.id()
        let (names, errors) = Self.names(in: context.form)
        guard let names else { throw FormErrors(errors) }
        let rev = context.form["rev"].flatMap { Int($0) } ?? 0
        let audit = AuditContext.staff(staff, app)
        try await write { transaction in
            guard try transaction.keyword(id)?.rev == rev else { throw FormErrors.stale }
            try transaction.recordChange(.changeKeyword, on: .keyword(id), .keyword, audit) { before in
                var wanted = before
                (wanted.korean, wanted.english) = (names.korean, names.english)
                return wanted
            }
        }
        return done("keyword-saved", context)
    }

    @Sendable func move(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: Keyword.ID = try context.id()
        guard let step = ["up": -1, "down": 1][context.form["direction"] ?? ""] else { throw Problem.badRequest }
        let audit = AuditContext.staff(staff, app)
        try await app.database.write { transaction in
            guard let keyword = try transaction.keyword(id) else { throw Problem.notFound }
            var ids = try transaction.offeredKeywords(like: keyword).map(\.id)
            guard let index = ids.firstIndex(of: id), ids.indices.contains(index + step) else { return }
            ids.swapAt(index, index + step)
            try transaction.recordChange(.changeKeyword, on: .keyword(id), .keywordOrder, audit) { _ in
                KeywordOrderState(ids)
            }
        }
        return app.pages.seeOther(context, to: "\(Self.path)#k\(id)")
    }

    private func retire(
        _ context: AppRequestContext,
        _ staff: Member,
        isRetired: Bool
    ) async throws -> Response {
        let id: Keyword.ID = try context.id()
        let audit = AuditContext.staff(staff, app)
        try await app.database.write { transaction in
            guard try transaction.keyword(id) != nil else { throw Problem.notFound }
            try transaction.recordChange(.changeKeyword, on: .keyword(id), .keyword, audit) { before in
                var wanted = before
                wanted.retired = isRetired ? .yes : nil
                return wanted
            }
        }
        return done(isRetired ? "keyword-retired" : "keyword-restored", context)
    }

    // MARK: Both

    private static func names(in form: Form) -> (names: Keyword.Names?, errors: [String: String]) {
        var errors: [String: String] = [:]
        for field in ["name_ko", "name_en"] {
            do { _ = try Keyword.Names.checked(form[field] ?? "") } catch { errors[field] = error.rawValue }
        }
        return (try? Keyword.Names(korean: form["name_ko"] ?? "", english: form["name_en"] ?? ""), errors)
    }

    /// Writes a keyword, whose names may be another's.
    private func write(_ body: @escaping @Sendable (Transaction) throws -> Void) async throws {
        do { try await app.database.write(body) } catch DatabaseError.uniqueViolation(let columns) {
            throw FormErrors([columns.contains("name_en") ? "name_en" : "name_ko": "taken"])
        }
    }

    private func done(_ flash: String, _ context: AppRequestContext) -> Response {
        app.logger.notice("keywords", metadata: ["action": "\(flash)", "account": "\(context.member?.id ?? .absent)"])
        return app.pages.seeOther(context, to: Self.path, flash: flash)
    }
}
