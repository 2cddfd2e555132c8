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
        router.get("/admin/keywords", for: .moderator) { try await showKeywords($0) }
        router.post("/admin/keywords", for: .moderator, use: add)
        router.get("/admin/keywords/{id}", for: .moderator) { try await showKeyword($0) }
        router.post("/admin/keywords/{id}", for: .moderator, use: rename)
        router.post("/admin/keywords/{id}/move", for: .moderator, use: move)
        router.post("/admin/keywords/{id}/retire", for: .moderator) { try await retire($0, isRetired: true) }
        router.post("/admin/keywords/{id}/restore", for: .moderator) { try await retire($0, isRetired: false) }
    }

    // MARK: The list

    private func showKeywords(
        _ context: AppRequestContext,
        _ problems: [String: String] = [:]
    ) async throws -> Response {
        let (language, role) = (context.language, try context.requireMember().role)
        let status = try Problem.formStatus(problems, context.request)
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.nav.keywords"),
            section: .administration,
            status: status
        ) { transaction, layout in
            let formView = Self.form.formView(
                typed: problems.isEmpty ? nil : context.form,
                values: ["kind": Place.Kind.restaurant.rawValue, "tone": Keyword.Tone.good.rawValue],
                problems: problems,
                token: layout.formToken,
                views: app.views,
                language
            )
            let frame = AdministrationFrame(.keywords, for: role, views: app.views, language)
            return KeywordsPage(try transaction.allKeywords(), form: formView, frame: frame, app.views, language)
        }
    }

    @Sendable func add(_ context: AppRequestContext) async throws -> Response {
        var (names, problems) = Self.names(in: context.form)
        let kind = Place.Kind(rawValue: context.form["kind"] ?? "")
        let tone = Keyword.Tone(rawValue: context.form["tone"] ?? "")
        if kind == nil { problems["kind"] = "invalid" }
        if tone == nil { problems["tone"] = "invalid" }
        guard let names, let kind, let tone, problems.isEmpty else {
            return try await showKeywords(context, problems)
        }
        let audit = try auditContext(context)
        problems = try await refusingTaken {
            try await app.database.write { transaction in
                let offered = try transaction.offeredKeywords(for: kind).count { $0.tone == tone }
                guard offered < Self.maxOffered else { return ["tone": "too-many"] }
                try transaction.recordChange(
                    .changeKeyword,
                    on: AuditEntry.Target.keyword(Keyword.ID.next()),
                    .keyword,
                    audit
                ) {
                    _ in KeywordState(names, kind, tone)
                }
                return [:]
            }
        }
        if !problems.isEmpty { return try await showKeywords(context, problems) }
        return done("keyword-added", context)
    }

    // MARK: One of them

    /// - Parameter isStale: whether somebody else changed the keyword since the form was shown.
    private func showKeyword(
        _ context: AppRequestContext,
        _ problems: [String: String] = [:],
        isStale: Bool = false
    ) async throws -> Response {
        let language = context.language
        let status = isStale ? HTTPResponse.Status.conflict : try Problem.formStatus(problems, context.request)
        let id: Keyword.ID = try context.id()
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.nav.keywords"),
            section: .administration,
            status: status
        ) { transaction, layout in
            guard let keyword = try transaction.keyword(id) else { throw Problem.notFound }
            let now: [String: FieldValue] = [
                "korean": .text(keyword.names.korean), "english": .text(keyword.names.english),
            ]
            // A refused form gets the present revision, so that sending it again knowingly overwrites what is shown above it.
            let typed = status == .ok ? nil : Self.form(context.form, on: keyword.rev)
            let formView = FormDeclaration(
                action: "\(Self.path)/\(id)",
                submit: "admin.keywords.rename",
                [.hidden("rev")] + Self.names
            ).formView(
                typed: typed,
                values: [
                    "rev": String(keyword.rev), "name_ko": keyword.names.korean, "name_en": keyword.names.english,
                ],
                problems: isStale ? [FormDeclaration.wholeForm: "stale"] : problems,
                token: layout.formToken,
                views: app.views,
                language
            )
            return FormPage(
                heading: context.text("admin.keywords.rename"),
                lead: isStale ? [context.text("admin.keywords.as-it-is-now", now)] : [],
                form: formView,
                links: [FormLink(href: Self.path, label: context.text("admin.nav.keywords"))]
            )
        }
    }

    @Sendable func rename(_ context: AppRequestContext) async throws -> Response {
        let id: Keyword.ID = try context.id()
        let (names, wrong) = Self.names(in: context.form)
        guard let names else { return try await showKeyword(context, wrong) }
        let rev = context.form["rev"].flatMap { Int($0) } ?? 0
        let audit = try auditContext(context)
        var isSaved = true
        let problems = try await refusingTaken {
            isSaved = try await app.database.write { transaction in
                guard try transaction.keyword(id)?.rev == rev else { return false }
                try transaction.recordChange(.changeKeyword, on: AuditEntry.Target.keyword(id), .keyword, audit) {
                    before in
                    var wanted = before
                    (wanted.korean, wanted.english) = (names.korean, names.english)
                    return wanted
                }
                return true
            }
            return [:]
        }
        if !problems.isEmpty { return try await showKeyword(context, problems) }
        guard isSaved else {
            if context.prefersJSON { throw Problem.stale }
            return try await showKeyword(context, isStale: true)
        }
        return done("keyword-saved", context)
    }

    @Sendable func move(_ context: AppRequestContext) async throws -> Response {
        let id: Keyword.ID = try context.id()
        guard let step = ["up": -1, "down": 1][context.form["direction"] ?? ""] else { throw Problem.badRequest }
        let audit = try auditContext(context)
        try await app.database.write { transaction in
            guard let keyword = try transaction.keyword(id) else { throw Problem.notFound }
            var ids = try transaction.offeredKeywords(like: keyword).map(\.id)
            guard let index = ids.firstIndex(of: id), ids.indices.contains(index + step) else { return }
            ids.swapAt(index, index + step)
            let wanted = KeywordOrderState(ids)
            try transaction.recordChange(.changeKeyword, on: AuditEntry.Target.keyword(id), .keywordOrder, audit) {
                _ in wanted
            }
        }
        return app.pages.seeOther(context, to: "\(Self.path)#k\(id)")
    }

    private func retire(_ context: AppRequestContext, isRetired: Bool) async throws -> Response {
        let id: Keyword.ID = try context.id()
        let audit = try auditContext(context)
        try await app.database.write { transaction in
            guard try transaction.keyword(id) != nil else { throw Problem.notFound }
            try transaction.recordChange(.changeKeyword, on: AuditEntry.Target.keyword(id), .keyword, audit) {
                before in
                var wanted = before
                wanted.retired = isRetired ? .yes : nil
                return wanted
            }
        }
        return done(isRetired ? "keyword-retired" : "keyword-restored", context)
    }

    // MARK: Both

    private func auditContext(_ context: AppRequestContext) throws -> AuditContext {
        AuditContext(actor: .staff(try context.requireMember().id), at: app.clock(), emailRenderer: app.emailRenderer)
    }

    private static func names(in form: Form) -> (names: Keyword.Names?, problems: [String: String]) {
        var problems: [String: String] = [:]
        for field in ["name_ko", "name_en"] {
            do { _ = try Keyword.Names.checked(form[field] ?? "") } catch { problems[field] = error.rawValue }
        }
        return (try? Keyword.Names(korean: form["name_ko"] ?? "", english: form["name_en"] ?? ""), problems)
    }

    private static func form(_ typed: Form, on rev: Int) -> Form {
        Form(items: typed.items.filter { $0.name != "rev" } + [("rev", String(rev))])
    }

    private func refusingTaken(_ body: () async throws -> [String: String]) async throws -> [String: String] {
        do { return try await body() } catch DatabaseError.uniqueViolation(let columns) {
            return [columns.contains("name_en") ? "name_en" : "name_ko": "taken"]
        }
    }

    private func done(_ flash: String, _ context: AppRequestContext) -> Response {
        app.logger.notice("keywords", metadata: ["action": "\(flash)", "account": "\(context.member?.id ?? .absent)"])
        return app.pages.seeOther(context, to: Self.path, flash: flash)
    }
}
