import Foundation
import HTTPTypes
import Hummingbird

/// Takes a file of a register from staff, to be imported as a job; its form stands on the page of imports.
struct RegisterUploadRoutes: RouteGroup {
    static let path = "/admin/imports/registers"

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        let files = app.registerFiles
        let rules = RegisterFiles.rules(folder: files.folder, space: files.space)
        router.post("/admin/imports/registers", for: .admin, files: rules, use: receiveRegister)
        // Whoever sent a file without a session comes here after the login.
        router.get("/admin/imports/registers", for: .admin) { _ in Redirection.response(to: "/admin/imports") }
    }

    /// - Parameter last: the newest upload; after a dry run, the form is ready for the import that it tried.
    static func form(after last: RegisterUpload?) -> (FormDeclaration, [String: String]) {
        let form = FormDeclaration(
            action: path,
            submit: "admin.registers.submit",
            prefix: "register-",
            [
                .radios("register", Register.allCases.map(\.rawValue), words: "admin.registers.name"),
                .date("as_of").optional, .checkbox("dry_run").conditional, .checkbox("allow_fewer").conditional,
                .checkbox("allow_closings").conditional,
                .file("file", accept: ".csv,.json,text/csv,application/json"),
            ]
        )
        guard let last, last.options.isDryRun, last.failure == nil else { return (form, ["dry_run": "1"]) }
        var values = ["register": last.register.rawValue]
        values["as_of"] = last.options.asOf
        return (form, values)
    }

    private static let inHand = FormErrors(Problem(status: .conflict, key: "import-running"))

    @Sendable private func receiveRegister(_ context: AppRequestContext, _ incoming: IncomingForm) async throws
        -> Response
    {
        let member = try context.requireMember()
        do {
            // Before half a gigabyte is read.
            guard try await app.database.read({ try $0.activeRegisterUpload() }) == nil else { throw Self.inHand }
            let (whole, files) = try await incoming.read()
            try await take(whole.form, files, member)
        } catch let errors as FormErrors where !context.prefersJSON {
            var context = context
            context.formErrors = errors
            return try await ImportsRoutes(app: app).showImports(context, member)
        }
        return app.pages.seeOther(context, to: "/admin/imports", flash: "import-started")
    }

    private func take(_ form: Form, _ files: [IncomingFile], _ member: Member) async throws {
        var errors: [String: String] = [:]
        let register = Register(rawValue: form["register"] ?? "")
        if register == nil { errors["register"] = "required" }
        let day = form["as_of"].flatMap { $0.isEmpty ? nil : $0 }
        if let day, !RegisterOptions.isDay(day, at: app.clock()) { errors["as_of"] = "invalid" }
        let sent = files.first { $0.field == "file" }
        if sent == nil { errors["file"] = "required" }
        guard errors.isEmpty, let register, let sent else { throw FormErrors(errors) }
        let file: UploadFile
        switch sent.content {
        case .success(let upload): file = upload
        case .failure(.unwritten): throw Problem.failing
        case .failure(.tooLarge), .failure(.tooMany): throw Problem.tooLarge
        }
        guard await file.size > 0 else { throw FormErrors(["file": "required"]) }
        let upload = RegisterUpload(
            id: .next(),
            register: register,
            file: URL(filePath: file.path).lastPathComponent,
            options: RegisterOptions(
                asOf: day,
                isDryRun: form["dry_run"] == "1",
                allowsFewer: form["allow_fewer"] == "1",
                allowsClosings: form["allow_closings"] == "1"
            ),
            createdAt: app.clock()
        )
        guard try await add(upload, by: member) else { throw Self.inHand }
        await file.persist()
    }

    private func add(_ upload: RegisterUpload, by member: Member) async throws -> Bool {
        let (audit, wake) = (AuditContext.staff(member, app), app.jobWake)
        let isAdded = try await app.database.write { transaction -> Bool in
            guard try transaction.addRegisterUpload(upload, by: member.id) else { return false }
            try transaction.recordEvent(
                .startImport,
                on: AuditEntry.Target(.register, upload.register.rawValue),
                audit,
                after: upload.options.audited
            )
            transaction.afterCommit(wake.send)
            return true
        }
        if isAdded {
            app.logger.notice(
                "import of a register asked for",
                metadata: [
                    "job": "\(upload.id)", "register": "\(upload.register.rawValue)", "account": "\(member.id)",
                ]
            )
        }
        return isAdded
    }
}

extension RegisterOptions {
    /// As the audit log keeps them.
    fileprivate var audited: AuditEntry.State {
        func word(_ flag: Bool) -> String { flag ? "yes" : "no" }
        var state = [
            "dry-run": word(isDryRun), "allow-fewer": word(allowsFewer), "allow-closings": word(allowsClosings),
        ]
        state["as-of"] = asOf
        return state
    }
}
