import Foundation
import Testing

@testable import Moeum

/// A program that decodes strangers' files reaches nothing but what it was given.
@Suite(.cleanup)
struct SandboxTests {
    @Test("A shut-in worker reaches nothing", .enabled(if: Sandbox.hasLandlock)) func reachNothing() async throws {
        let folder = try temporaryFolder()
        let secret = "\(folder)/secret"
        try Data("of somebody else".utf8).write(to: URL(filePath: secret))
        try FileManager.default.createDirectory(atPath: "\(folder)/own", withIntermediateDirectories: true)
        let reached = try await PhotoWorkerProcess.trial(
            program: Project.program,
            folder: "\(folder)/own",
            secret: secret
        )
        #expect(reached == [])
        #expect(try String(contentsOfFile: secret, encoding: .utf8) == "of somebody else")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/own") == [])
    }

    @Test("The same attempts succeed where nobody is shut in") func reachAll() async throws {
        let folder = try temporaryFolder()
        let secret = "\(folder)/secret"
        try Data("of somebody else".utf8).write(to: URL(filePath: secret))
        let own = "\(folder)/own"
        let other = SandboxTrial.otherJob(than: own)
        try FileManager.default.createDirectory(atPath: other.folder, withIntermediateDirectories: true)
        try Data("a picture".utf8).write(to: URL(filePath: other.photo))
        #expect(SandboxTrial.results(secret: secret, folder: own).filter { !$0.works }.map(\.name) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["own-other", "secret"])
    }
}
