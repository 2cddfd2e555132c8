extension Transaction {
    /// As staff set them; a handful of rows.
    func siteSettings() throws -> SiteSettings {
        let pairs = try rows("SELECT name, value FROM site_settings ORDER BY name").map {
            (SiteSettings.Name(rawValue: try $0.string(0)), Int(try $0.string(1)))
        }
        var changed: [SiteSettings.Name: Int] = [:]
        for case (let name?, let value?) in pairs where name.range.contains(value) { changed[name] = value }
        return SiteSettings(changed)
    }

    /// - Parameter value: nil is the default again.
    func saveSiteSetting(_ value: Int?, for name: SiteSettings.Name) throws {
        try execute("DELETE FROM site_settings WHERE name = \(name.rawValue)")
        guard let value else { return }
        try execute("INSERT INTO site_settings (name, value) VALUES (\(name.rawValue), \(String(value)))")
    }
}

extension AuditedState {
    /// A rule of the site: its `value`.
    static let setting = AuditedState(
        name: "setting",
        read: { transaction, target, _ in
            guard let name = SiteSettings.Name(rawValue: target.key) else { return nil }
            return ["value": String(try transaction.siteSettings()[name])]
        },
        write: { transaction, target, _, state, _ in
            guard let name = SiteSettings.Name(rawValue: target.key) else { return }
            let value = state["value"].flatMap { Int($0) }
            try transaction.saveSiteSetting(value == name.standard ? nil : value, for: name)
        },
        person: { _, _, _ in nil }
    )
}
