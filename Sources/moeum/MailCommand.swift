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
struct MailTestCommand: SiteCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Sends one mail at once and says whether it was taken.",
        discussion: Setting.help(settings)
    )
    static let settings = Setting.accounts

    @Option(help: "Who is to get it.") var to: String

    func run(_ config: Config) async throws {
        try await withApp(config) { app in
            let place = try await app.sendTestMail(to: to)
            print("sent to \(to): \(place)")
        }
    }
}

/// Lets mail go that a restore held.
struct MailReleaseCommand: SiteCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Lets mail go that is held since a restore.",
        discussion: Setting.help(settings)
    )

    func run(_ config: Config) async throws {
        let held = try await config.withDatabase { database, _ in try await HeldMail.release(in: database) }
        print(held > 0 ? "mails on their way: \(held)" : "no mail is held; nothing was changed")
    }
}
