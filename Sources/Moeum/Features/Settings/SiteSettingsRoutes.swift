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

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/settings", for: .admin, use: showSettings)
        router.post("/admin/settings", for: .admin, again: showSettings, use: save)
    }

    @Sendable func save(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        var errors: [String: String] = [:]
        var newValues: [NewValue] = []
        for name in SiteSettings.Name.allCases {
            do { if let newValue = try Self.newValue(name, in: context.form) { newValues.append(newValue) } } catch {
                errors[name.rawValue] = error.rawValue
            }
        }
        if !errors.isEmpty { throw FormErrors(errors) }
        let audit = AuditContext.staff(member, app)
        let changed = newValues.filter { $0.value != $0.was }
        try await app.database.write { transaction in
            let settings = try transaction.siteSettings()
            for newValue in changed where newValue.value != settings[newValue.name] {
                if let was = newValue.was, was != settings[newValue.name] { throw FormErrors.stale }
                let target = AuditEntry.Target(.setting, newValue.name.rawValue)
                try transaction.recordChange(.changeSetting, on: target, .setting, audit) { _ in
                    SettingState(value: newValue.value)
                }
            }
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

    @Sendable func showSettings(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        try await app.pages.respond(
            to: context,
            title: context.text("admin.settings.title"),
            frame: AdministrationFrame(.settings)
        ) { transaction, layout in
            let builder = SiteSettingsBuilder(
                settings: try transaction.siteSettings(),
                sent: context.formErrors == nil ? nil : context.form,
                errors: context.formErrors?.codes ?? [:],
                views: app.views,
                language: context.language
            )
            return builder.page(token: layout.formToken)
        }
    }
}

/// Makes the page of settings.
private struct SiteSettingsBuilder: Localized {
    let settings: SiteSettings
    let sent: Form?
    let errors: [String: String]
    let views: Views
    let language: Language

    func page(token: String?) -> SiteSettingsPage {
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
        let message = errors[FormDeclaration.wholeForm] == nil ? nil : text("admin.settings.stale")
        return SiteSettingsPage(
            rules: rules,
            token: token,
            summary: FormSummary(message: message, items: items)
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
            error: errors[name.rawValue].map { text("admin.settings.\($0)", range) }
        )
    }
}
