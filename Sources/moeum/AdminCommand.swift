import ArgumentParser
import Foundation
import Moeum

/// Accounts of staff, and help for others without mail.
struct AdminCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "Makes staff accounts, helps people with theirs, and hides reviews and photos.",
        discussion: "All of it works beside a running server.",
        subcommands: [
            AdminCreateCommand.self, AdminResetPasswordCommand.self, AdminResetTwoFactorCommand.self,
            AdminRevokeSessionsCommand.self, AdminListCommand.self, AdminDemoteCommand.self, AdminSuspendCommand.self,
            AdminLiftCommand.self, AdminVerifyCommand.self,
            AdminDeleteCommand.self, AdminChangeEmailCommand.self, AdminHideCommand.self, AdminRestoreCommand.self,
            MaintenanceCommand.self,
        ]
    )
}

/// The roles of staff.
enum StaffRole: String, CaseIterable, ExpressibleByArgument {
    case admin, moderator

    var role: Role { self == .admin ? .admin : .moderator }
}

/// Makes or promotes an account.
struct AdminCreateCommand: AppCommand {
    static let configuration = configured(
        "create",
        abstract: "Makes an account for staff, or gives one that is there a role.",
        discussion: """
            The address counts as verified. Without --password-stdin it prints a link to choose a password with, good \
            once; where SMTP is set the link is mailed too. Staff turn on two-factor before they reach /admin.
            """
    )

    @Option(help: "The address of the account.") var email: String
    @Option(help: "What the person may do: admin or moderator.") var role: StaffRole
    @Flag(help: "Reads the password from standard input, its first line.") var passwordStdin = false

    func run(_ app: App) async throws {
        let password = passwordStdin ? try Self.readPassword() : nil
        let result = try await StaffCommands(app: app).create(email: email, role: role.role, password: password)
        let name = "\(result.email) (\(result.nickname))"
        print("\(result.isNew ? "made" : "changed") \(name): \(result.role.rawValue)")
        guard let link = result.link else { return }
        print("choose a password within \(StaffCommands.linkMinutes) minutes\(result.isMailed ? " (mailed too)" : ""):")
        print(link)
    }

    private static func readPassword() throws -> String {
        if isatty(STDIN_FILENO) == 1 {
            guard let typed = getpass("Password: ") else { throw Config.Error(description: "no password was typed") }
            return String(cString: typed)
        }
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw Config.Error(description: "no password came in on standard input")
        }
        return line
    }
}

/// Prints a link for choosing a new password.
struct AdminResetPasswordCommand: AppCommand {
    static let configuration = configured(
        "reset-password",
        abstract: "Prints a link with which somebody chooses a new password."
    )

    @Option(help: "The address of the account.") var email: String

    func run(_ app: App) async throws {
        let link = try await StaffCommands(app: app).resetPassword(email: email)
        print("choose a password within \(StaffCommands.linkMinutes) minutes:")
        print(link)
    }
}

/// Removes the second factor of somebody who lost their authenticator app and recovery codes.
struct AdminResetTwoFactorCommand: AppCommand {
    static let configuration = configured(
        "reset-two-factor",
        abstract: "Turns somebody's two-factor off and prints a link with which they choose a new password.",
        discussion: """
            For whoever lost the authenticator app and the recovery codes: make sure that it is they who ask. Where \
            two-factor was on, the old password opens nothing any more, every session ends, and a mail tells the person. \
            Staff set two-factor up anew before they reach /admin.
            """
    )

    @Option(help: "The address of the account.") var email: String

    func run(_ app: App) async throws {
        guard let link = try await StaffCommands(app: app).resetTwoFactor(email: email) else {
            print("two-factor was not on; nothing was changed")
            return
        }
        print("two-factor is off; choose a password within \(StaffCommands.linkMinutes) minutes:")
        print(link)
    }
}

/// Logs somebody out everywhere.
struct AdminRevokeSessionsCommand: AppCommand {
    static let configuration = configured("revoke-sessions", abstract: "Logs somebody out everywhere.")

    @Option(help: "The address of the account.") var email: String

    func run(_ app: App) async throws {
        let count = try await StaffCommands(app: app).revokeSessions(email: email)
        print("\(count) ended")
    }
}

/// Lists the staff.
struct AdminListCommand: AppCommand {
    static let configuration = configured("list", abstract: "Names the staff: role, address, nickname, two-factor.")

    func run(_ app: App) async throws {
        for one in try await StaffCommands(app: app).list() {
            let twoFactor = one.hasTwoFactor ? "two-factor on" : "two-factor off"
            print([one.role.rawValue, one.email, one.nickname, twoFactor].joined(separator: "\t"))
        }
    }
}
