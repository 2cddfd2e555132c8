import Foundation
import HTTPTypes
import Hummingbird

/// The page on which admins change the settings.
struct SiteSettingsRoutes: RouteGroup {
    static let path = "/admin/settings"

    /// The new value of one setting. The form also carries its value when it was shown (`was-…`), so that only changed settings
    /// are saved, and nobody overwrites what somebody else has just saved.
    private struct NewValue: Sendable {
        let name: SiteSettings.Name
        let value: Int
        let was: Int?
    }

    private struct StaleError: Swift.Error {}

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/settings", for: .admin, use: showSettings)
        router.post("/admin/settings", for: .admin, use: save)
    }

    @Sendable func showSettings(_ context: AppRequestContext) async throws -> Response {
        try await show(nil, [:], status: .ok, context)
    }

    @Sendable func save(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        var problems: [String: String] = [:]
        var newValues: [NewValue] = []
        for name in SiteSettings.Name.allCases {
            do { if let newValue = try Self.newValue(name, in: context.form) { newValues.append(newValue) } } catch {
                problems[name.rawValue] = error.rawValue
            }
        }
        guard problems.isEmpty else {
            return try await show(context.form, problems, status: .unprocessableContent, context)
        }
        let audit = AuditContext(actor: .staff(member.id), at: app.clock(), emailRenderer: app.emailRenderer)
        let wanted = newValues
        do {
            try await app.database.write { transaction in
                let settings = try transaction.siteSettings()
                for newValue in wanted where newValue.value != newValue.was && newValue.value != settings[newValue.name]
                {
                    if let was = newValue.was, was != settings[newValue.name] { throw StaleError() }
                    let target = AuditEntry.Target(.setting, newValue.name.rawValue)
                    try transaction.recordChange(.changeSetting, on: target, .setting, audit) { _ in
                        SettingState(value: newValue.value)
                    }
                }
            }
        } catch is StaleError {
            let problems = [FormDeclaration.wholeForm: "stale"]
            return try await show(context.form, problems, status: .conflict, context)
        }
        app.logger.notice("settings saved", metadata: ["account": "\(member.id)"])
        return app.pages.seeOther(context, to: Self.path, flash: "settings-saved")
    }

    /// Why a value is refused; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case number = "not-a-number"
        case range = "out-of-range"
    }

    /// An unticked checkbox is not sent; `was-…` shows that the form had it. An empty field is the default.
    private static func newValue(_ name: SiteSettings.Name, in form: Form) throws(Error) -> NewValue? {
        let was = form["was-\(name.rawValue)"].flatMap { Int($0) }
        guard let typed = form[name.rawValue]?.trimmed else {
            return name.isSwitch && was != nil ? NewValue(name: name, value: 0, was: was) : nil
        }
        if typed.isEmpty { return NewValue(name: name, value: name.standard, was: was) }
        guard let value = name.value(typed.precomposedStringWithCompatibilityMapping) else { throw .number }
        guard name.range.contains(value) else { throw .range }
        return NewValue(name: name, value: value, was: was)
    }

    /// - Parameter sent: the refused form; nil for a new one.
    private func show(
        _ sent: Form?,
        _ problems: [String: String],
        status: HTTPResponse.Status,
        _ context: AppRequestContext
    ) async throws -> Response {
        if status.kind != .successful, context.prefersJSON {
            if status == .conflict { throw Problem.stale }
            throw Problem.invalidForm(problems, status: status)
        }
        let (language, role) = (context.language, try context.requireMember().role)
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.settings.title"),
            section: .administration,
            status: status
        ) { transaction, layout in
            let builder = SiteSettingsBuilder(
                settings: try transaction.siteSettings(),
                sent: sent,
                problems: problems,
                views: app.views,
                language: language
            )
            let frame = AdministrationFrame(.settings, for: role, views: app.views, language)
            return builder.page(frame, token: layout.formToken)
        }
    }
}

/// Makes the page of settings.
private struct SiteSettingsBuilder: Localized {
    let settings: SiteSettings
    let sent: Form?
    let problems: [String: String]
    let views: Views
    let language: Language

    func page(_ frame: AdministrationFrame, token: String?) -> SiteSettingsPage {
        let rules = SiteRule.all.map { rule in
            SiteRule(
                name: rule.toggle.rawValue,
                title: text("admin.settings.\(rule.toggle.rawValue).title"),
                text: text("admin.settings.\(rule.toggle.rawValue).text"),
                isSwitchedOn: entry(rule.toggle),
                thresholds: rule.thresholds.map(entry)
            )
        }
        let items = rules.flatMap(\.settings).compactMap { entry in
            entry.error.map { FormSummary.Item(target: entry.name.rawValue, label: entry.label, text: $0) }
        }
        let message = problems[FormDeclaration.wholeForm] == nil ? nil : text("admin.settings.stale")
        return SiteSettingsPage(
            rules: rules,
            token: token,
            summary: FormSummary(message: message, items: items),
            frame: frame
        )
    }

    private func entry(_ name: SiteSettings.Name) -> SiteSettingEntry {
        let range: [String: FieldValue] = [
            "least": .text(name.text(name.range.lowerBound)), "most": .text(name.text(name.range.upperBound)),
        ]
        return SiteSettingEntry(
            name: name,
            value: settings[name],
            typed: sent.map { $0[name.rawValue] ?? "" } ?? name.text(settings[name]),
            label: name.isSwitch ? text("admin.settings.on") : text("admin.settings.\(name.rawValue).label"),
            unit: name.isSwitch ? "" : text("admin.settings.\(name.rawValue).unit"),
            error: problems[name.rawValue].map { text("admin.settings.\($0)", range) }
        )
    }
}
