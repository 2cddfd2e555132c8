import ArgumentParser
import Foundation
import Moeum

/// Checks the site.
struct DoctorCommand: SiteCommand {
    static let configuration = configured(
        "doctor",
        abstract: "Checks everything that can be checked: database, counts, photos, files, settings, mail server.",
        discussion: """
            Works beside a running server. Ends with 0 where all is fine, 1 with warnings, 2 where something is broken.
            """
    )
    static let settings = Setting.all

    @Flag(help: "Repairs what can be: counts, stray photo files, modes of files.") var fix = false
    @Flag(help: "Prints JSON.") var json = false

    func run(_ config: Config) async throws {
        var checks: [Doctor.Check] = []
        do { try await withApp(config) { checks = try await Doctor(app: $0, repairs: fix).run() } } catch {
            // Without a database nothing else can be looked at.
            checks = [Doctor.Check(name: "database", state: .broken, said: "\(error)", remedy: "")]
        }
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(["checks": checks]), as: UTF8.self))
        } else {
            for check in checks {
                print("\(check.state.rawValue)\t\(check.name)\t\(check.said)")
                if !check.remedy.isEmpty { print("\t\t→ \(check.remedy)") }
            }
        }
        switch checks.map(\.state).max() {
        case .broken: throw ExitCode(2)
        case .warning: throw ExitCode(1)
        default: return
        }
    }
}
