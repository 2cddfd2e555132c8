import ArgumentParser
import Moeum

/// What concerns outgoing mail.
struct MailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail",
        abstract: "Tries out the mail server, and lets held mail go.",
        subcommands: [MailTestCommand.self, MailReleaseCommand.self]
    )
}

/// Sends one mail, to see whether the settings are right.
struct MailTestCommand: AppCommand {
    static let configuration = configured("test", abstract: "Sends one mail at once and says whether it was taken.")

    @Option(help: "Who is to get it.") var to: String

    func run(_ app: App) async throws {
        print("sent to \(to): \(try await app.sendTestMail(to: to))")
    }
}

/// Lets mail go that a restore held.
struct MailReleaseCommand: SiteCommand {
    static let configuration = configured("release", abstract: "Lets mail go that is held since a restore.")

    func run(_ config: Config) async throws {
        let held = try await config.withDatabase { database, _ in try await HeldMail.release(in: database) }
        print(held > 0 ? "mails on their way: \(held)" : "no mail is held; nothing was changed")
    }
}
