/// Builds a legal document: its words are in the strings, its figures come from the code that uses them.
struct LegalBuilder: Sendable {
    let config: Config
    let views: Views
    let language: Language

    /// The kinds of stored data, in the order of the table.
    static let kept = [
        "account", "consents", "reviews", "photos", "drafts", "favourites", "saved-photos", "lists", "visits",
        "confirmations", "place-answers", "entries",
        "cards", "roulette", "sessions", "devices", "tokens", "two-factor", "diary",
        "sanctions", "reports", "takedowns", "mail", "exports", "limits", "logs",
    ]

    func page(_ document: LegalDocument) -> LegalPage {
        LegalPage(
            document: document,
            title: text("legal.\(document.kind.rawValue).title"),
            sections: document.kind.sections.map { section(document.kind, $0) },
            contact: contact
        )
    }

    private func section(_ kind: LegalDocument.Kind, _ name: String) -> LegalSection {
        let document = kind.rawValue
        var paragraphs = numbered { "legal.\(document).\(name).text-\($0)" }
        if kind == .privacy, name == "others" {
            paragraphs.append(
                text(config.tileURL == nil ? "legal.privacy.others.no-tiles" : "legal.privacy.others.tiles")
            )
            if config.weatherHost != nil { paragraphs.append(text("legal.privacy.others.weather")) }
        }
        return LegalSection(
            id: name,
            heading: text("legal.\(document).\(name).title"),
            paragraphs: paragraphs,
            items: numbered { "legal.\(document).\(name).item-\($0)" },
            table: kind == .privacy ? table(name) : nil
        )
    }

    private func table(_ section: String) -> LegalTable? {
        let entries: [LegalTable.Entry]
        switch section {
        case "kept":
            let whole = config.logsWholeAddresses ? ["login-addresses"] : []
            entries = (Self.kept + whole).map { entry("kept", $0, name: nil) }
        case "cookies": entries = cookies.map { entry("cookie", $0.key, name: $0.name) }
        default: return nil
        }
        return LegalTable(caption: text("legal.privacy.\(section).title"), entries: entries)
    }

    private func entry(_ table: String, _ key: String, name: String?) -> LegalTable.Entry {
        LegalTable.Entry(
            what: text("legal.\(table).\(key).what"),
            name: name,
            why: text("legal.\(table).\(key).why"),
            howLong: text("legal.\(table).\(key).how-long")
        )
    }

    /// The names of the cookies, as browsers see them.
    private var cookies: [(key: String, name: String)] {
        let rules = config.cookies
        return [
            ("session", rules.sessionName), ("form", rules.formName), ("device", rules.deviceName),
            ("challenge", rules.challengeName), ("pending-action", rules.pendingActionName), ("sent", rules.sentToName),
            ("visitor", rules.visitorName),
            ("flash", CookieRules.flashName),
            ("language", CookieRules.languageName), ("theme", CookieRules.themeName),
            ("kind", Place.Kind.cookieName),
        ]
    }

    /// The address of a sender such as `Moeum <hello@moeum.example>`.
    private var contact: String? {
        (config.contact ?? config.mailFrom)?.firstMatch(of: /[^\s<>@]+@[^\s<>@]+/).map { String($0.output) }
    }

    private func numbered(_ key: (Int) -> String) -> [String] {
        var texts: [String] = []
        while views.hasText(key(texts.count + 1)) { texts.append(text(key(texts.count + 1))) }
        return texts
    }

    private func text(_ key: String) -> String {
        var arguments = LegalFigures.all
        arguments["tileHost"] = .text(config.tileOrigin ?? "")
        arguments["weatherHost"] = .text(config.weatherHost ?? "")
        return views.text(key, arguments, language)
    }
}
