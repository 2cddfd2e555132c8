extension Transaction {
    /// The settings that staff changed; a handful of rows.
    func siteSettings() throws -> SiteSettings {
        let pairs = try rows("SELECT name, value FROM site_settings ORDER BY name").map {
            (SiteSettings.Name(rawValue: try $0.string(0)), Int(try $0.string(1)))
        }
        var changed: [SiteSettings.Name: Int] = [:]
        for case (let name?, let value?) in pairs where name.range.contains(value) { changed[name] = value }
        return SiteSettings(changed)
    }

    /// - Parameter value: nil restores the default.
    func saveSiteSetting(_ value: Int?, for name: SiteSettings.Name) throws {
        try setSiteValue(name.rawValue, to: value.map { String($0) })
    }

    /// What the site knows of itself under a name.
    func siteValue(_ name: String) throws -> String? {
        try first("SELECT value FROM site_settings WHERE name = \(name)") { try $0.string(0) }
    }

    /// - Parameter value: nil forgets it.
    func setSiteValue(_ name: String, to value: String?) throws {
        try execute("DELETE FROM site_settings WHERE name = \(name)")
        guard let value else { return }
        try execute("INSERT INTO site_settings (name, value) VALUES (\(name), \(value))")
    }
}

struct SettingState: AuditedValue {
    @AuditedNumber var value: Int?
}

extension AuditedChange<SettingState> {
    /// One setting of the site.
    static var setting: Self {
        Self(
            name: "setting",
            read: { transaction, target, _ in
                guard let name = SiteSettings.Name(rawValue: target.key) else { return nil }
                return SettingState(value: try transaction.siteSettings()[name])
            },
            write: { transaction, target, _, state, _ in
                guard let name = SiteSettings.Name(rawValue: target.key) else { return }
                try transaction.saveSiteSetting(state.value == name.standard ? nil : state.value, for: name)
            }
        )
    }
}
