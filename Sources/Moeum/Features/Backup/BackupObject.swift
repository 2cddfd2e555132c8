import Foundation
import Synchronization

/// A backup as an object of an S3-compatible storage: sent in parts while it is written, so that it takes no room here, and
/// fetched in pieces while it is unpacked.
enum BackupObject {
    /// Bytes that are fetched at once.
    private static let pieceSize = 8 << 20

    /// Lets `body` write the object.
    /// - Returns: the value of `body`, and the object's size in bytes.
    static func write<Value: Sendable>(
        _ name: String,
        to client: S3Client,
        _ body: @Sendable (_ descriptor: Int32) async throws -> Value
    ) async throws -> (Value, bytes: Int) {
        let upload = try await S3Upload.begin(name, in: client)
        do {
            let ends = try StreamEnds()
            let isBroken = Atomic(false)
            async let sent = send(from: ends.reading, as: upload) { isBroken.load(ordering: .relaxed) }
            let value: Result<Value, any Error>
            do { value = .success(try await body(ends.writing.fileDescriptor)) } catch {
                isBroken.store(true, ordering: .relaxed)
                value = .failure(error)
            }
            try ends.writing.close()
            // A storage that takes no more is why nothing more could be written.
            let (tags, bytes) = try await sent
            let written = try value.get()
            try await upload.complete(tags)
            return (written, bytes)
        } catch {
            // Also where this task is cancelled, which would cancel it too.
            await Task { try? await upload.abort() }.value
            throw error
        }
    }

    /// Lets `body` read the object.
    static func read<Value: Sendable>(
        _ name: String,
        from client: S3Client,
        _ body: @Sendable (_ descriptor: Int32) async throws -> Value
    ) async throws -> Value {
        let ends = try StreamEnds()
        async let fetched: Void = fetch(name, from: client, into: ends.writing)
        let value: Result<Value, any Error>
        do { value = .success(try await body(ends.reading.fileDescriptor)) } catch { value = .failure(error) }
        try ends.reading.close()
        // An object that is not there is why it could not be read; one that was read is whole without its last zeros.
        do { try await fetched } catch let error as S3Error { throw error } catch is DurableFile.Error {}
        return try value.get()
    }

    /// - Parameter isBroken: whether nothing more need be sent.
    private static func send(
        from file: FileHandle,
        as upload: S3Upload,
        isBroken: @Sendable () -> Bool
    ) async throws -> (tags: [String], bytes: Int) {
        let threads = BlockingThreadPool(threads: 1)
        // Anyone who still writes then hears that nobody reads.
        defer { try? file.close() }
        var (tags, bytes): ([String], Int) = ([], 0)
        while true {
            let number = tags.count + 1
            let part = try await threads.run {
                Array(try file.read(upToCount: S3Upload.size(ofPart: number)) ?? Data())
            }
            guard !part.isEmpty, !isBroken() else { return (tags, bytes) }
            tags.append(try await upload.put(number, part))
            bytes += part.count
        }
    }

    private static func fetch(_ name: String, from client: S3Client, into file: FileHandle) async throws {
        let threads = BlockingThreadPool(threads: 1)
        defer { try? file.close() }
        var start = 0
        while true {
            guard let piece = try await client.get(name, from: start, atMost: pieceSize) else {
                throw client.error(.errorResponse(status: 404, code: "NoSuchKey"))
            }
            try await threads.run { try StreamEnds.write(piece, to: file.fileDescriptor) }
            start += piece.count
            if piece.count < pieceSize { return }
        }
    }
}

/// The two ends of a stream within this program, which no program that it starts inherits.
private struct StreamEnds: Sendable {
    let reading: FileHandle
    let writing: FileHandle

    init() throws {
        // A stream whose other end is closed is an error of its writer, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw DurableFile.Error(code: errno) }
        reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        try bytes.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
                guard count > 0 || errno == EINTR else { throw DurableFile.Error(code: errno) }
                sent += max(0, count)
            }
        }
    }
}
