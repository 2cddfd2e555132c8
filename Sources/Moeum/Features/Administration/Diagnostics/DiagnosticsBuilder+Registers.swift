extension DiagnosticsBuilder {
    /// Whether the site fetches registers by itself, and how each of them stands.
    /// - Parameter standings: of the registers that were ever imported.
    func registers(_ standings: [RegisterStanding]) -> Diagnosis {
        let isOn = app.config.registersURL != nil
        var parts = [text(isOn ? "admin.diagnostics.registers-on" : "admin.diagnostics.registers-off")]
        var state = Diagnosis.State.fine
        for register in Register.allCases {
            let standing = standings.first { $0.register == register }
            let isFetched = isOn && RegisterDownload.registers.contains(register)
            guard standing != nil || isFetched else { continue }
            parts += words(register, standing)
            let found = Diagnosis.State.register(
                takenAt: standing?.takenAt,
                hasFailed: standing?.failure != nil,
                isFetched: isFetched,
                at: now
            )
            if found != .fine { state = found }
        }
        return check(.registers, state, parts, advice: isOn ? "registers-on" : nil)
    }

    private func words(_ register: Register, _ standing: RegisterStanding?) -> [String] {
        let name = FieldValue.text(text("admin.diagnostics.register.\(register.rawValue)"))
        var words = [
            standing?.takenAt.map { text("admin.diagnostics.register-taken", ["name": name, "at": .time($0)]) }
                ?? text("admin.diagnostics.register-never", ["name": name])
        ]
        guard let standing, let failure = standing.failure else { return words }
        words.append(text("admin.diagnostics.register-failed", ["name": name, "at": .time(standing.endedAt)]))
        if failure == .unavailable { words.append(text("admin.registers.failure.unavailable")) }
        return words
    }
}
