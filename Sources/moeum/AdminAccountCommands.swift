import ArgumentParser
import Foundation
import Moeum

/// Takes somebody's role away.
struct AdminDemoteCommand: AppCommand {
    static let configuration = configured("demote", abstract: "Makes staff a member again and logs them out.")

    @Option(help: "The address of the account.") var email: String

    func run(_ app: App) async throws {
        try await AccountCommands(app: app).demote(email: email)
        print("\(email): member")
    }
}

/// Keeps somebody from the site.
struct AdminSuspendCommand: AppCommand {
    static let configuration = configured("suspend", abstract: "Suspends somebody, who is told by mail and may appeal.")

    @Option(help: "The address of the account.") var email: String
    @Option(help: "Why: \(AccountCommands.reasons.joined(separator: ", ")).") var reason: String
    @Option(help: "Words that the person reads.") var note = ""
    @Option(help: "For how many days; without it, without end.") var days: Int?

    func validate() throws {
        if let days, !(1...3_650).contains(days) { throw ValidationError("--days takes 1 to 3650.") }
    }

    func run(_ app: App) async throws {
        try await AccountCommands(app: app).suspend(email: email, reason: reason, note: note, days: days)
        print("\(email) is suspended \(days.map { "for \(counted($0, "day"))" } ?? "without end")")
    }
}

/// Lets somebody back.
struct AdminLiftCommand: AppCommand {
    static let configuration = configured("lift", abstract: "Lifts what keeps somebody from posting or from the site.")

    @Option(help: "The address of the account.") var email: String

    func run(_ app: App) async throws {
        let count = try await AccountCommands(app: app).lift(email: email)
        print(count == 0 ? "nothing was in force; nothing was changed" : "\(count) lifted")
    }
}

/// Confirms an address without mail.
struct AdminVerifyCommand: AppCommand {
    static let configuration = configured(
        "verify",
        abstract: "Confirms the address of somebody who gets no mail, and prints a link to choose a password with.",
        discussion: """
            Make sure that it is they who ask. Whoever signed up with the address may have been somebody else: the password \
            chosen then opens nothing any more.
            """
    )

    @Option(help: "The address of the account.") var email: String

    func run(_ app: App) async throws {
        guard let link = try await AccountCommands(app: app).verify(email: email) else {
            return print("the address was confirmed already; nothing was changed")
        }
        print("confirmed; choose a password within \(StaffCommands.linkMinutes) minutes:\n\(link)")
    }
}

/// Erases an account.
struct AdminDeleteCommand: AppCommand {
    static let configuration = configured(
        "delete",
        abstract: "Erases an account as if its owner had left: after 14 days, in which they may come back."
    )

    @Option(help: "The address of the account.") var email: String
    @Flag(help: "Leaves the reviews, without a name.") var keepReviews = false
    @Flag(help: "Erases it at once, for good.") var now = false

    func run(_ app: App) async throws {
        let until = try await AccountCommands(app: app).delete(email: email, keepsReviews: keepReviews, atOnce: now)
        guard let until else { return print("\(email) is erased") }
        print("\(email) will be erased after \(until.formatted(.iso8601)); logging in before calls it off")
    }
}

/// Gives an account another address.
struct AdminChangeEmailCommand: AppCommand {
    static let configuration = configured(
        "change-email",
        abstract: "Gives an account another address, for somebody who lost the old one.",
        discussion: """
            Make sure that it is they who ask. The new address counts as confirmed; the old one gets a mail with a link that \
            undoes the change for a week.
            """
    )

    @Option(help: "The address of the account.") var email: String
    @Option(name: .customLong("to"), help: "Its new address.") var newEmail: String

    func run(_ app: App) async throws {
        try await AccountCommands(app: app).changeEmail(from: email, to: newEmail)
        print("\(email) is \(newEmail) now")
    }
}
