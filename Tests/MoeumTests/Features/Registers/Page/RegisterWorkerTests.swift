import Foundation
import Testing

@testable import Moeum

/// Imports of registers whose server died, and what is left of them.
@Suite(.cleanup)
struct RegisterWorkerTests {
    private func worker(_ scene: RegisterUploadScene) -> RegisterWorker {
        RegisterWorker(files: scene.site.app.registerFiles, dataDirectory: Project.root.path + "/Data")
    }

    @Test("An import of a dead process is continued", arguments: TestEngine.available)
    func continueImport(_ engine: TestEngine) async throws {
        let scene = try await RegisterUploadScene(on: engine)
        try await scene.send()
        let (kind, now) = (worker(scene), scene.site.now)
        let taken = try await scene.database.write { try $0.takeJob(kind, as: 1, at: now) }
        #expect(taken != nil)
        #expect(try await scene.upload().hasBegun)
        // It is still the first one's.
        try await scene.work()
        #expect(try await scene.runCount() == 0)
        scene.site.clock.move(61)
        try await scene.work()
        #expect(try await scene.runCount() == 1)
        #expect(try await scene.known(1).status == .closed)
        let upload = try await scene.upload()
        #expect(!upload.isActive && upload.failure == nil)
    }

    @Test("What was recorded before the process died is not done twice", arguments: TestEngine.available)
    func doOnce(_ engine: TestEngine) async throws {
        let scene = try await RegisterUploadScene(on: engine)
        try await scene.send()
        let upload = try await scene.upload()
        func run() async throws -> RegisterReport {
            try await RegisterImport(
                register: upload.register,
                files: [RegisterFile(path: scene.site.app.registerFiles.path(of: upload.file), name: "upload")],
                run: upload.id,
                options: upload.options,
                database: scene.database,
                dataDirectory: Project.root.path + "/Data"
            ).run(onProgress: { _, _, _ in })
        }
        let changed = try await run().total.changed
        #expect(changed == 10)
        await #expect(throws: (any Error).self) { _ = try await run() }
        try await scene.work()
        #expect(try await scene.runCount() == 1)
        #expect(try await scene.card()["changed"] as? Int == changed)
        #expect(try await scene.upload().endedAt != nil)
        #expect(scene.files.isEmpty)
    }

    @Test("An import without its file fails plainly", arguments: TestEngine.available)
    func missFile(_ engine: TestEngine) async throws {
        let scene = try await RegisterUploadScene(on: engine)
        try await scene.send()
        try await scene.site.app.registerFiles.remove(scene.files)
        // Another server may have it.
        try await scene.work()
        #expect(try await scene.upload().isActive)
        try await scene.database.write { transaction in
            try transaction.execute("UPDATE register_uploads SET created_at = created_at - 3600000")
        }
        try await scene.work()
        #expect(try await scene.upload().failure == .fileMissing)
        #expect(try await scene.admin.get("/admin/imports?lang=en").text.contains("The file that was sent is gone."))
        // The next one is taken.
        try await scene.send()
        try await scene.work()
        #expect(try await scene.known(1).status == .closed)
    }

    @Test("A server leaves the file of another one to it", arguments: TestEngine.available)
    func leaveToOther(_ engine: TestEngine) async throws {
        let scene = try await RegisterUploadScene(on: engine)
        try await scene.send()
        let other = RegisterWorker(
            files: RegisterFiles(dataDirectory: scene.site.app.registerFiles.folder + "-elsewhere"),
            dataDirectory: Project.root.path + "/Data"
        )
        try await scene.site.app.jobWorker.drain(other)
        #expect(try await !scene.upload().hasBegun)
        try await scene.work()
        let upload = try await scene.upload()
        #expect(!upload.isActive && upload.failure == nil)
        #expect(try await scene.known(1).status == .closed)
    }

    @Test("An import that keeps ending processes is given up", arguments: TestEngine.available)
    func giveUp(_ engine: TestEngine) async throws {
        let scene = try await RegisterUploadScene(on: engine)
        try await scene.send()
        try await scene.database.write { try $0.execute("UPDATE jobs SET attempts = 3 WHERE kind = 'register'") }
        try await scene.work()
        #expect(try await scene.upload().failure == .internalError)
        #expect(try await scene.runCount() == 0)
        let key = String(try await scene.upload().id)
        #expect(try await scene.database.write { try worker(scene).prepareRetry(of: key, $0) } == false)
        // Staff read what it was, and are not offered what would do nothing.
        let source = Source(
            id: Register.licences.source,
            nameKo: "인허가",
            nameEn: "Licences",
            url: nil,
            licence: nil,
            asOf: "2026-11-20"
        )
        try await scene.database.write { try $0.saveSource(source) }
        let page = try await scene.admin.get("/admin/jobs?lang=en").html
        #expect(page.all("article h3").map(\.text) == ["Licences"])
        #expect(!page.has("form[action=/admin/jobs/retry]") && page.has("form[action=/admin/jobs/drop]"))
    }

    @Test("Files that no import waits for are removed") func sweep() async throws {
        let scene = try await RegisterUploadScene()
        try await scene.send()
        let awaited = scene.files
        let files = scene.site.app.registerFiles
        try Data("x".utf8).write(to: URL(filePath: files.path(of: "left")))
        try await files.sweep(scene.database, at: .now.addingTimeInterval(1), age: 60)
        #expect(scene.files.count == 2)
        try await files.sweep(scene.database, at: .now.addingTimeInterval(1), age: 0)
        #expect(scene.files == awaited)
    }
}
