extension EmailMessage.Kind {
    /// Tries out the settings.
    static let test = Self("test")
}

extension App {
    /// Sends one mail to try out the settings, past the outbox.
    /// - Returns: where it went, in words for a terminal.
    /// - Throws: `Config.Error` with the server's answer.
    package func sendTestMail(to typed: String) async throws -> String {
        guard let address = try? EmailAddress(typed) else {
            throw Config.Error(description: "\(typed) is no mail address")
        }
        let mail = try emailRenderer.mail(EmailMessage(.test, to: address.text, language: .korean))
        do throws(MailError) { try await mailer.send(mail) } catch {
            throw Config.Error(description: "the mail was not taken: \(error.reason)")
        }
        return config.smtpURL == nil ? "a file in \(config.mailDirectory)" : "taken by the mail server"
    }
}
