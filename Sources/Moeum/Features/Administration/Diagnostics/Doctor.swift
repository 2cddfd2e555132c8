import Foundation

/// Everything that can be checked of a site, beside a running server or without one.
package struct Doctor: Sendable {
    /// How something stands.
    package enum State: String, Sendable, Codable, CaseIterable, Comparable {
        case ok, warning, broken

        package static func < (one: State, other: State) -> Bool { one.rank < other.rank }
        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// One check, in words for a terminal.
    package struct Check: Sendable, Codable, Equatable {
        package let name: String
        package let state: State
        package let said: String
        /// What to do; empty where nothing is to be done.
        package let remedy: String

        package init(name: String, state: State, said: String, remedy: String) {
            (self.name, self.state, self.said, self.remedy) = (name, state, said, remedy)
        }

        /// - Parameters:
        ///   - problem: what is wrong; nil where nothing is.
        ///   - fine: what is said then.
        init(_ name: String, _ problem: String?, _ state: State, remedy: String, fine: String) {
            self.init(
                name: name,
                state: problem == nil ? .ok : state,
                said: problem ?? fine,
                remedy: problem == nil ? "" : remedy
            )
        }
    }

    let app: App
    /// Whether what can be repaired is.
    let repairs: Bool

    package init(app: App, repairs: Bool) { (self.app, self.repairs) = (app, repairs) }

    /// In the order of the list that people read.
    package func run() async throws -> [Check] {
        let builder = DiagnosticsBuilder(app, .english)
        let known = try await app.database.read { try builder.checks($0) }
            // Of a running server alone.
            .filter { $0.subject != .load && $0.subject != .program }
        return known.map(Check.init)
            + [try await integrity(), try await counts(), try await photoFiles(), files(), settings()].flatMap { $0 }
            + [await backupPlace(), await mailServer(), try await photoWorker()].compactMap { $0 }
            + [Check(name: "version", state: .ok, said: BuildInformation.current.line, remedy: "")]
    }

    private func integrity() async throws -> [Check] {
        guard let problems = try await app.database.read({ try $0.integrityProblems() }) else { return [] }
        return [
            Check(
                "integrity",
                problems.isEmpty ? nil : problems.prefix(5).joined(separator: "; "),
                .broken,
                remedy: "stop the site, keep a copy of the database, and restore a backup",
                fine: "the database's files and references are whole"
            )
        ]
    }

    private func counts() async throws -> [Check] {
        let wrong = try await app.database.read { try $0.wrongKeptCounts() }
        if repairs, !wrong.isEmpty { try await app.database.write { try $0.correctKeptCounts() } }
        let words = wrong.sorted { $0.key < $1.key }.map { "\($0.key) in \(counted($0.value, "row"))" }.joined(
            separator: ", "
        )
        return [
            Check(
                name: "counts",
                state: wrong.isEmpty || repairs ? .ok : .warning,
                said: wrong.isEmpty ? "every kept count is right" : "\(repairs ? "corrected" : "wrong"): \(words)",
                remedy: wrong.isEmpty || repairs ? "" : "moeum doctor --fix"
            )
        ]
    }

    /// Who owns and who may read what the site keeps.
    private func files() -> [Check] {
        let folder = app.config.dataDirectory
        let paths = [(folder, 0o700)] + ["moeum.sqlite", "moeum.sqlite-wal"].map { ("\(folder)/\($0)", 0o600) }
        var faults: [String] = []
        for (path, mode) in paths {
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            let isOpen = Int(status.st_mode) & 0o777 & ~mode != 0
            if isOpen, repairs, chmod(path, mode_t(mode)) == 0 { continue }
            if isOpen { faults.append("others may use \(path)") }
        }
        if let accessError = FileOwner.accessError(paths.map(\.0)) { faults.append(accessError) }
        return [
            Check(
                "files",
                faults.isEmpty ? nil : faults.joined(separator: "; "),
                .warning,
                remedy: "moeum doctor --fix, as the user that the site runs as",
                fine: "the data directory is for this user alone"
            )
        ]
    }

    /// What the settings of a site in production should be.
    private func settings() -> [Check] {
        guard app.config.isProduction else {
            let said = "this is a development site"
            let remedy = "set MOEUM_ENVIRONMENT=production for a site that others use"
            return [Check(name: "environment", state: .warning, said: said, remedy: remedy)]
        }
        let proxies = app.config.trustedProxies.count
        return [
            Check(name: "environment", state: .ok, said: "production, at \(app.config.baseURL)", remedy: ""),
            Check(
                "proxy",
                proxies == 0 ? "no proxy is trusted, so everybody seems to come from the same address" : nil,
                .warning,
                remedy: "name the proxy in MOEUM_TRUSTED_PROXIES",
                fine: "\(counted(proxies, "block")) of addresses trusted as proxies"
            ),
        ]
    }

    /// Whether a stranger's picture could reach anything through the program that decodes it.
    private func photoWorker() async throws -> Check {
        let folder = "\(app.config.dataDirectory)/uploads"
        let secret = "\(app.config.dataDirectory)/moeum.sqlite"
        let reached = try await PhotoWorkerProcess.trial(
            program: app.config.program,
            folder: folder,
            secret: FileManager.default.fileExists(atPath: secret) ? secret : app.config.dataDirectory
        )
        return Check(
            "photo-worker",
            reached.isEmpty ? nil : "the program that decodes photos could \(reached.joined(separator: ", "))",
            .warning,
            remedy: "use a kernel with Landlock (Linux 5.13 or later, in its list of lsm)",
            fine: "photos are decoded where nothing else can be reached"
        )
    }

    /// Whether the next scheduled backup has somewhere to go; nil where there is none.
    private func backupPlace() async -> Check? {
        guard let location = app.config.backupLocation else { return nil }
        return Check(
            "backup-place",
            await location.failure().map { "scheduled backups have nowhere to go: \($0)" },
            .broken,
            remedy: "look at \(Setting.backupTo.name)",
            fine: "scheduled backups go to \(location)"
        )
    }

    /// Greets the mail server and logs in, without a mail; nil where mails become files.
    private func mailServer() async -> Check? {
        guard let mailer = app.mailer as? SMTPMailer else { return nil }
        return Check(
            "mail-server",
            await mailer.greet().map { "the mail server: \($0.summary)" },
            .broken,
            remedy: "look at MOEUM_SMTP_URL, then try moeum mail test --to you@example.org",
            fine: "the mail server greets, with TLS as it is set"
        )
    }
}

extension Doctor.Check {
    fileprivate init(_ diagnosis: Diagnosis) {
        name = diagnosis.key
        state =
            switch diagnosis.state {
            case .fine: .ok
            case .look: .warning
            case .bad: .broken
            }
        said = "\(diagnosis.label): \(diagnosis.value)"
        remedy = diagnosis.state == .fine ? "" : diagnosis.advice
    }
}
