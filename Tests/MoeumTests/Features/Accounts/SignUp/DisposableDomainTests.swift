import Foundation
import Testing

@testable import Moeum

@Suite(.cleanup)
struct DisposableDomainTests {
    private let loader = DisposableDomainLoader(directory: Project.root.appendingPathComponent("Data").path)

    @Test("A listed domain and its subdomains are refused", arguments: TestEngine.available)
    func subdomains(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        let loaded = try await loader.load(into: database)
        #expect(loaded >= 100)
        let judged = try await database.read { transaction in
            try ["a@mailinator.com", "a@X.Y.Mailinator.COM", "a@notmailinator.com", "a@mailinator.com.example"].map {
                try transaction.isDisposable(try EmailAddress($0))
            }
        }
        #expect(judged == [true, true, false, false])
    }

    @Test("Changes of staff to the list stay", arguments: TestEngine.available)
    func staffChanges(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        let first = try await loader.load(into: database)
        let (added, again) = try await database.write { transaction in
            try transaction.removeDisposable("mailinator.com")
            return (
                try transaction.addDisposable("throwaway.example", by: nil, at: 1),
                try transaction.addDisposable("throwaway.example", by: nil, at: 2)
            )
        }
        #expect(added && !again)
        #expect(try await loader.load(into: database) == 0)
        let domains = try await database.read { try $0.disposableDomains(limit: 1_000) }
        #expect(domains.count == first && !domains.contains("mailinator.com"))
        #expect(domains.contains("throwaway.example"))
        let rest = try await database.read { try $0.disposableDomains(after: domains[1], limit: 3) }
        #expect(rest == Array(domains[2...4]))
    }

    @Test("The file names each domain once") func noRepeats() throws {
        let lines = try Project.text("Data/disposable-domains.txt").split(separator: "\n").map(String.init)
        #expect(Set(lines).count == lines.count)
        #expect(lines.filter { !EmailAddress.isDomain($0[...]) || $0 != $0.lowercased() } == [])
    }
}
