import Foundation
import Testing

@testable import Web

/// Lines reach their readers, whole and in order, or are counted.
struct LogWriterTests {
    private static func pipe(_ body: (_ reading: Int32, _ writing: Int32) async throws -> Void) async throws {
        let pipe = Pipe()
        try await body(pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        try pipe.fileHandleForReading.close()
    }

    private static func read(_ descriptor: Int32, _ count: Int) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = Foundation.read(descriptor, &bytes, count)
        return String(decoding: bytes.prefix(max(0, read)), as: UTF8.self)
    }

    @Test("All lines that it took are written once it finishes") func finishLines() async throws {
        try await Self.pipe { reading, writing in
            let writer = LogWriter(descriptor: writing)
            await withTaskGroup(of: Void.self) { tasks in
                for number in 1...100 { tasks.addTask { writer.write(Array("line \(number)\n".utf8)) } }
            }
            writer.finish(within: 60)
            let lines = Self.read(reading, 65_536).split(separator: "\n")
            #expect(Set(lines) == Set((1...100).map { Substring("line \($0)") }) && lines.count == 100)
        }
    }

    @Test("Lines that do not fit are counted and hold nobody up") func countDropped() async throws {
        try await Self.pipe { reading, writing in
            let writer = LogWriter(descriptor: writing, capacity: 1_000)
            let line = [UInt8](repeating: UInt8(ascii: "x"), count: 99) + [UInt8(ascii: "\n")]
            // A pipe takes 64 KiB before it makes its writer wait.
            for _ in 1...3_000 { writer.write(line) }
            let text = await Task.detached {
                var text = ""
                while !text.contains("log lines were dropped") { text += Self.read(reading, 65_536) }
                return text
            }.value
            #expect(text.split(separator: "\n").filter { $0.hasPrefix("xxx") }.allSatisfy { $0.count == 99 })
        }
    }
}
