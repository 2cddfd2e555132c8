extension EmailMessage.Kind {
    /// Tries out the settings.
    static let test = Self("test")
}

/// One mail to try out the settings, past the outbox.
package struct MailTest: Sendable {
    private let app: App

    package init(app: App) { self.app = app }

    /// - Returns: where it went, in words for a terminal.
    /// - Throws: `Config.Error` with the server's answer.
    package func send(to typed: String) async throws -> String {
        guard let address = try? EmailAddress(typed) else {
            throw Config.Error(description: "\(typed) is no mail address")
        }
        let mail = try app.emailRenderer.mail(EmailMessage(.test, to: address.text, language: .korean))
        do throws(MailError) { try await app.mailer.send(mail) } catch {
            throw Config.Error(description: "the mail was not taken: \(error.reason)")
        }
        return app.config.smtpURL == nil ? "a file in \(app.config.mailDirectory)" : "taken by the mail server"
    }
}
