import HTTPTypes
import Hummingbird

/// The page of the districts' imports, for staff: results of the last ones, and a form that starts one.
struct ImportsRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/imports", for: .admin, use: showImports)
        router.post("/admin/imports", for: .admin, again: showImports, use: startImport)
    }

    /// No chosen district means all districts.
    @Sendable func startImport(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let chosen = Set(context.form.all("district"))
        guard chosen.allSatisfy({ app.districts[slug: $0] != nil }) else {
            let errors = ["district": "unknown"]
            throw FormErrors(Problem(status: .unprocessableContent, key: "import-unknown", errors: errors))
        }
        guard app.config.seoulAPIKey != nil else {
            throw FormErrors(Problem(status: .conflict, key: "import-no-key"))
        }
        let slugs = app.districts.all.map(\.slug).filter { chosen.isEmpty || chosen.contains($0) }
        let allowsMassCancel = context.form["allow_mass_cancel"] == "1"
        let (audit, wake) = (AuditContext.staff(member, app), app.jobWake)
        let job = try await app.database.write { transaction -> ImportJob.ID? in
            let job = try transaction.addImportJob(
                slugs,
                allowsMassCancel: allowsMassCancel,
                by: member.id,
                at: audit.at
            )
            guard let job else { return nil }
            let what = [
                "districts": slugs.joined(separator: " "), "mass-cancel": allowsMassCancel ? "yes" : "no",
            ]
            try transaction.recordEvent(
                .startImport,
                on: AuditEntry.Target(.district, slugs.count == 1 ? slugs[0] : "all"),
                audit,
                after: what
            )
            transaction.afterCommit(wake.send)
            return job
        }
        guard let job else { throw FormErrors(Problem(status: .conflict, key: "import-running")) }
        app.logger.notice(
            "import asked for",
            metadata: ["job": "\(job)", "districts": .stringConvertible(slugs.count), "account": "\(member.id)"]
        )
        return app.pages.seeOther(context, to: "/admin/imports", flash: "import-started")
    }

    @Sendable func showImports(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (language, form) = (context.language, context.form)
        let problem = context.formErrors?.answer?.key
        let builder = ImportsBuilder(views: app.views, language: language, districts: app.districts)
        let registers = RegisterCardBuilder(views: app.views, language: language, districts: app.districts)
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.imports.title"),
            frame: AdministrationFrame(.imports),
            path: AdministrationFrame.Section.imports.path
        ) { transaction, layout in
            let slugs = app.districts.all.map(\.slug)
            let records = try transaction.districtRecords(of: slugs, maxNames: ImportsBuilder.maxNames)
            let job = try transaction.latestImportJob()
            let upload = try transaction.latestRegisterUpload()
            let (declared, values) = RegisterUploadRoutes.form(after: upload)
            let uploadForm = app.pages.form(declared, context, layout, values: values, isSecond: true)
            return ImportsPage(
                job: try job.map { builder.card($0, ended: try transaction.endedDistricts(of: $0)) },
                districts: app.districts.all.map { builder.card($0, records[$0.slug] ?? DistrictRecord()) },
                choices: app.districts.all.map { district in
                    ListChoice(
                        label: district.name(language),
                        value: district.slug,
                        isCurrent: form.all("district").contains(district.slug)
                    )
                },
                allowsMassCancel: form["allow_mass_cancel"] == "1",
                hasKey: app.config.seoulAPIKey != nil,
                problem: problem.map {
                    (context.text("error.\($0).title"), context.text("error.\($0).text"))
                },
                registers: try registers.section(
                    transaction,
                    upload,
                    form: upload?.isActive == true ? nil : uploadForm
                ),
                formToken: layout.formToken
            )
        }
    }
}
