import CDeflate
import Foundation
import Logging
import Subprocess
import Testing

@testable import Moeum

/// Worker processes: how many, how long, and what becomes of a photo when one dies over it.
@Suite(.cleanup)
struct PhotoWorkersTests {
    /// A program that stands in for the worker, and the folder that it and the photos are in.
    private struct Stand {
        let folder: String
        let workers: PhotoWorkers

        var job: PhotoJob { PhotoJob(input: "\(folder)/photo", folder: folder, name: SystemRandom.name()) }

        /// - Parameter script: what `sh` runs; `$0` names the script. Without one it is the program itself.
        init(script: String? = nil, _ limits: PhotoWorkers.Limits = .init(working: .seconds(600))) throws {
            folder = try temporaryFolder()
            let program = script == nil ? Project.program : "\(folder)/worker"
            if let script {
                try "#!/bin/sh\n\(script)\n".write(toFile: program, atomically: true, encoding: .utf8)
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
            }
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            workers = PhotoWorkers(program: program, folder: folder, limits: limits, logger: logger)
            write("photo", PictureFixture.png())
        }

        func write(_ name: String, _ bytes: [UInt8] = []) {
            _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(bytes))
        }

        /// What the program noted: each time it did, one line.
        func lines(_ name: String) -> Int {
            let text = (try? String(contentsOfFile: "\(folder)/worker.\(name)", encoding: .utf8)) ?? ""
            return text.split(separator: "\n").count
        }

        @discardableResult
        func run() async throws -> PhotoMetadata { try await workers.run(job) }
    }

    private static let real = "exec '\(Project.program)' \"$@\""

    private static func wait(until isSo: () async -> Bool) async throws {
        while await !isSo() { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test("Each photo has a worker and a folder of its own, which holds only its picture")
    func separateFolders() async throws {
        let script = "echo $3 >>$0.started; /bin/ls $3 >>$0.found; \(Self.real)"
        let stand = try Stand(script: script)
        for _ in 1...3 { try await stand.run() }
        let path = "\(stand.folder)/worker."
        let folders = try String(contentsOfFile: path + "started", encoding: .utf8).split(separator: "\n").map(
            String.init
        )
        #expect(Set(folders).count == 3 && folders.allSatisfy { $0.hasPrefix("\(stand.folder)/") })
        #expect(try String(contentsOfFile: path + "found", encoding: .utf8) == "photo\nphoto\nphoto\n")
        #expect(folders.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
        // Each photo's files have come out.
        let names = try FileManager.default.contentsOfDirectory(atPath: stand.folder)
        #expect(
            names.filter { $0.hasSuffix(".webp") || $0.hasSuffix(".jpg") }.count == 3 * PhotoSize.allCases.count
        )
    }

    @Test("A photo whose worker is killed is tried again in a new one") func retryAfterKill() async throws {
        let script =
            "echo x >>$0.started; if /bin/mkdir $0.once 2>/dev/null; then read job; kill -9 $$; fi; \(Self.real)"
        let stand = try Stand(script: script)
        let photo = try await stand.run()
        #expect(photo.height == 30)
        #expect(stand.lines("started") == 2)
    }

    @Test(
        "A photo that kills two workers is damaged",
        arguments: ["read job; kill -9 $$", "read job; echo no json", "read job; echo no json; exec /bin/sleep 600"]
    )
    func killTwice(_ script: String) async throws {
        let stand = try Stand(script: "echo x >>$0.started; \(script)")
        await #expect(throws: PhotoRejection.damaged) { try await stand.run() }
        #expect(stand.lines("started") == 2)
        #expect(await stand.workers.load == 0)
    }

    @Test("A photo that takes too much processor time is damaged, and not tried again")
    func takeTooMuch() async throws {
        let stand = try Stand(script: "echo x >>$0.started; read job; kill -XCPU $$")
        await #expect(throws: PhotoRejection.damaged) { try await stand.run() }
        #expect(stand.lines("started") == 1)
        #expect(await stand.workers.load == 0)
    }

    @Test("A photo that takes too long by the clock is busy") func takeTooLong() async throws {
        let limits = PhotoWorkers.Limits(working: .milliseconds(400))
        let stand = try Stand(script: "read job; echo x >>$0.started; exec /bin/sleep 600", limits)
        await #expect(throws: PhotoRejection.busy) { try await stand.run() }
        #expect(stand.lines("started") <= 1)
        #expect(await stand.workers.load == 0)
    }

    /// Busy with a file that never comes.
    @Test("A worker ends with its server, whatever it is doing", .timeLimit(.minutes(1)))
    func endWithServer() async throws {
        let stand = try Stand()
        try #require(mkfifo("\(stand.folder)/pipe", 0o600) == 0)
        let job = PhotoJob(input: "\(stand.folder)/pipe", folder: stand.folder, name: "a")
        let result = try await Subprocess.run(
            .path(.init(Project.program)),
            arguments: ["photo-worker", "--folder", NSTemporaryDirectory()],
            input: .string(String(decoding: try JSONEncoder().encode(job), as: UTF8.self) + "\n"),
            output: .string(limit: 1_000),
            error: .discarded
        )
        #expect(result.standardOutput.isEmpty)
    }

    @Test("A worker that cannot be started is no error of the photo") func cannotStart() async throws {
        let workers = PhotoWorkers(
            program: "/nonexistent",
            folder: NSTemporaryDirectory(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        await #expect(throws: Problem.failing) {
            try await workers.run(PhotoJob(input: "", folder: "", name: ""))
        }
    }

    @Test("Two workers work at a time, some jobs wait, and the rest are busy") func limitWorkers() async throws {
        let script = """
            echo x >>$0.started
            while read job; do
                while [ ! -e $0.go ]; do /bin/sleep 0.02; done
                echo '{"refused":{"_0":"too-many-pixels"}}'
            done
            echo x >>$0.ended
            """
        let stand = try Stand(script: script, .init(waiting: 2))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...4 {
                group.addTask { await #expect(throws: PhotoRejection.tooManyPixels) { try await stand.run() } }
                try await Self.wait { await stand.workers.load == number }
            }
            await #expect(throws: PhotoRejection.busy) { try await stand.run() }
            try await Self.wait { stand.lines("started") == 2 }
            stand.write("worker.go")
            try await group.waitForAll()
        }
        // They end by themselves.
        try await Self.wait { stand.lines("ended") == 4 }
        #expect(stand.lines("started") == 4)
    }

    @Test("A job waits for a worker only so long") func limitWaiting() async throws {
        let limits = PhotoWorkers.Limits(workers: 1, queueing: .milliseconds(100), working: .seconds(5))
        let stand = try Stand(script: "read job; exec /bin/sleep 1", limits)
        let first = Task { try await stand.run() }
        try await Self.wait { await stand.workers.load == 1 }
        await #expect(throws: PhotoRejection.busy) { try await stand.run() }
        #expect(await stand.workers.load == 1)
        _ = await first.result
    }

    /// Few bytes that become 380 MB in an interlaced picture, which no loader can read in strips.
    @Test("A decompression bomb costs one photo and no memory of the server") func refuseBomb() async throws {
        let stand = try Stand()
        let side = 7_050
        let passes = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
        let length = passes.reduce(0) { sum, pass in
            let (columns, rows) = ((side - pass.0 + pass.1 - 1) / pass.1, (side - pass.2 + pass.3 - 1) / pass.3)
            return sum + rows * (columns * 8 + 1)
        }
        let header = PictureFixture.number(side) + PictureFixture.number(side) + [16, 6, 0, 0, 1]
        stand.write("photo", PictureFixture.png(header: header, data: Self.zeros(length)))
        await #expect(throws: PhotoRejection.damaged) { try await stand.run() }
        stand.write("photo", PictureFixture.png())
        let photo = try await stand.run()
        #expect(photo.width == 40)
    }

    /// zlib's form of so many zeros.
    private static func zeros(_ count: Int) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(1) else { return [] }
        defer { libdeflate_free_compressor(compressor) }
        let bytes = [UInt8](repeating: 0, count: count)
        return [UInt8](unsafeUninitializedCapacity: count / 100 + 1_000) { space, used in
            used = libdeflate_zlib_compress(compressor, bytes, count, space.baseAddress, space.count)
        }
    }
}
