/// Puts the imports of registers into words.
struct RegisterCardBuilder: Sendable, Localized {
    let views: Views
    let language: Language
    let districts: Districts

    func section(_ transaction: Transaction, _ upload: RegisterUpload?, form: FormView?) throws -> RegistersSection {
        RegistersSection(
            upload: upload.map(card),
            form: form,
            registers: try Register.allCases.map { card($0, try transaction.lastRegisterImport(of: $0)) }
        )
    }

    private func name(_ register: Register) -> String { text("admin.registers.name.\(register.rawValue)") }

    private func card(_ upload: RegisterUpload) -> RegisterUploadCard {
        let state: String
        if let failure = upload.failure {
            state = text("admin.registers.upload-failed.\(failure.rawValue)")
        } else if upload.isActive {
            state = text(upload.hasBegun ? "admin.registers.upload-running" : "admin.registers.upload-waiting")
        } else {
            state = text(upload.options.isDryRun ? "admin.registers.upload-tried" : "admin.registers.upload-done")
        }
        return RegisterUploadCard(upload: upload, name: name(upload.register), stateText: state)
    }

    private func card(_ register: Register, _ record: LastRegisterImport?) -> RegisterCard {
        RegisterCard(
            register: register,
            name: name(register),
            record: record,
            failureText: record?.failure.map { failure($0.code) },
            matches: RegisterMatch.allCases.compactMap { rule in
                guard let count = record?.matchedBy[rule], count > 0 else { return nil }
                return RegisterCard.Match(
                    rule: rule,
                    label: text("admin.registers.match.\(rule.rawValue)"),
                    count: count
                )
            },
            districts: (record?.districts ?? []).map { part in
                RegisterCard.District(
                    part: part,
                    name: part.slug.isEmpty
                        ? text("admin.registers.elsewhere") : districts[slug: part.slug]?.name(language) ?? part.slug,
                    heldText: part.held.map(failure)
                )
            },
            refusals: (record?.refusals ?? []).map { refusal in
                RegisterCard.Refusal(refusal: refusal, label: text("admin.registers.refusal.\(refusal.reason)"))
            },
            changes: (record?.changes ?? []).map(card)
        )
    }

    private func failure(_ code: RegisterFailure.Code) -> String { text("admin.registers.failure.\(code.rawValue)") }

    private func card(_ change: LastRegisterImport.Change) -> RegisterCard.Change {
        RegisterCard.Change(
            change: change,
            label: text("admin.registers.fact.\(change.change.fact)"),
            before: words(change.change.before, of: change.change.fact),
            after: words(change.change.after, of: change.change.fact)
        )
    }

    private func words(_ value: String?, of fact: String) -> String {
        guard let value else { return text("admin.registers.nothing") }
        switch fact {
        case "status": return text("place-status.\(value)")
        case "state": return text("admin.registers.state.\(value)")
        case _ where PlaceDesignation.Kind(rawValue: fact) != nil: return designation(value)
        default: return value
        }
    }

    /// - Parameter value: the days on which it was given, given again, ends and was taken back, why, whether it has ended, and
    ///   the grade; each may be `-`.
    private func designation(_ value: String) -> String {
        let names = ["from", "renewed", "until", "revoked", "revocation", "ended", "grade"]
        let parts = value.split(separator: " ", maxSplits: names.count - 1).map(String.init)
        let words = zip(names, parts).filter { $1 != "-" }.map { name, part in
            switch name {
            case "revocation": text("admin.registers.revocation.\(part)")
            case "ended": text("admin.registers.designation-ended")
            case "grade": part
            default: text("admin.registers.designation.\(name)", ["day": .text(part)])
            }
        }
        return words.isEmpty ? text("admin.registers.designated") : words.joined(separator: " · ")
    }
}
