import ArgumentParser
import Foundation
import Moeum

/// A command on anybody's account.
protocol AdminAccountCommand: SiteCommand {
    /// Returns the result, in words for a terminal.
    func run(_ commands: AccountCommands) async throws -> String
}

extension AdminAccountCommand {
    static var settings: [Setting] { Setting.accounts }

    func run(_ config: Config) async throws {
        try await withApp(config) { print(try await run(AccountCommands(app: $0))) }
    }
}

/// Takes somebody's role away.
struct AdminDemoteCommand: AdminAccountCommand {
    static let configuration = CommandConfiguration(
        commandName: "demote",
        abstract: "Makes staff a member again and logs them out.",
        discussion: Setting.help(settings)
    )

    @Option(help: "The address of the account.") var email: String

    func run(_ commands: AccountCommands) async throws -> String {
        try await commands.demote(email: email)
        return "\(email): member"
    }
}

/// Keeps somebody from the site.
struct AdminSuspendCommand: AdminAccountCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend",
        abstract: "Suspends somebody, who is told by mail and may appeal.",
        discussion: Setting.help(settings)
    )

    @Option(help: "The address of the account.") var email: String
    @Option(help: "Why: \(AccountCommands.reasons.joined(separator: ", ")).") var reason: String
    @Option(help: "Words that the person reads.") var note = ""
    @Option(help: "For how many days; without it, without end.") var days: Int?

    func validate() throws {
        if let days, !(1...3_650).contains(days) { throw ValidationError("--days takes 1 to 3650.") }
    }

    func run(_ commands: AccountCommands) async throws -> String {
        try await commands.suspend(email: email, reason: reason, note: note, days: days)
        return "\(email) is suspended \(days.map { "for \(counted($0, "day"))" } ?? "without end")"
    }
}

/// Lets somebody back.
struct AdminLiftCommand: AdminAccountCommand {
    static let configuration = CommandConfiguration(
        commandName: "lift",
        abstract: "Lifts what keeps somebody from posting or from the site.",
        discussion: Setting.help(settings)
    )

    @Option(help: "The address of the account.") var email: String

    func run(_ commands: AccountCommands) async throws -> String {
        let count = try await commands.lift(email: email)
        return count == 0 ? "nothing was in force; nothing was changed" : "\(count) lifted"
    }
}

/// Confirms an address without mail.
struct AdminVerifyCommand: AdminAccountCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Confirms the address of somebody who gets no mail, and prints a link to choose a password with.",
        discussion: """
            Make sure that it is they who ask. Whoever signed up with the address may have been somebody else: the password \
            chosen then opens nothing any more.

            \(Setting.help(settings))
            """
    )

    @Option(help: "The address of the account.") var email: String

    func run(_ commands: AccountCommands) async throws -> String {
        guard let link = try await commands.verify(email: email) else {
            return "the address was confirmed already; nothing was changed"
        }
        return "confirmed; choose a password within \(StaffCommands.linkMinutes) minutes:\n\(link)"
    }
}

/// Erases an account.
struct AdminDeleteCommand: AdminAccountCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Erases an account as if its owner had left: after 14 days, in which they may come back.",
        discussion: Setting.help(settings)
    )

    @Option(help: "The address of the account.") var email: String
    @Flag(help: "Leaves the reviews, without a name.") var keepReviews = false
    @Flag(help: "Erases it at once, for good.") var now = false

    func run(_ commands: AccountCommands) async throws -> String {
        guard let until = try await commands.delete(email: email, keepsReviews: keepReviews, atOnce: now) else {
            return "\(email) is erased"
        }
        return "\(email) will be erased after \(until.formatted(.iso8601)); logging in before calls it off"
    }
}

/// Gives an account another address.
struct AdminChangeEmailCommand: AdminAccountCommand {
    static let configuration = CommandConfiguration(
        commandName: "change-email",
        abstract: "Gives an account another address, for somebody who lost the old one.",
        discussion: """
            Make sure that it is they who ask. The new address counts as confirmed; the old one gets a mail with a link that \
            undoes the change for a week.

            \(Setting.help(settings))
            """
    )

    @Option(help: "The address of the account.") var email: String
    @Option(name: .customLong("to"), help: "Its new address.") var newEmail: String

    func run(_ commands: AccountCommands) async throws -> String {
        try await commands.changeEmail(from: email, to: newEmail)
        return "\(email) is \(newEmail) now"
    }
}
