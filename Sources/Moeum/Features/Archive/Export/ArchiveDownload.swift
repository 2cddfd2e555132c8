import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

/// Sends a file in pieces, as fast as the client reads it and at most one piece ahead.
struct ArchiveDownload: Sendable {
    /// An open file, closed with its last reference: a download is complete even if the file is removed meanwhile.
    private final class OpenFile: Sendable {
        let descriptor: Int32

        init?(_ path: String) {
            descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            if descriptor < 0 { return nil }
        }

        deinit { if descriptor >= 0 { close(descriptor) } }
    }

    /// The file is shorter than its size said.
    private struct Truncated: Error {}

    private static let piece = 131_072

    /// Nil where there is no such file.
    /// - Parameter name: ASCII letters, digits, dashes and dots.
    static func response(path: String, name: String) async throws -> Response? {
        let opened: (file: OpenFile, size: Int)? = try await NIOThreadPool.singleton.runIfActive {
            guard let file = OpenFile(path) else { return nil }
            var status = stat()
            guard fstat(file.descriptor, &status) == 0 else { return nil }
            return (file, Int(status.st_size))
        }
        guard let (file, size) = opened else { return nil }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/zip", .contentDisposition: "attachment; filename=\"\(name)\"",
                .cacheControl: "private, no-store",
            ],
            body: ResponseBody(contentLength: size) { writer in
                var offset = 0
                while offset < size {
                    let bytes = try await read(file, at: offset, atMost: min(piece, size - offset))
                    offset += bytes.readableBytes
                    try await writer.write(bytes)
                }
                try await writer.finish(nil)
            }
        )
    }

    private static func read(_ file: OpenFile, at offset: Int, atMost limit: Int) async throws -> ByteBuffer {
        try await NIOThreadPool.singleton.runIfActive {
            var buffer = ByteBufferAllocator().buffer(capacity: limit)
            try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: limit) { space in
                let count = pread(file.descriptor, space.baseAddress, limit, off_t(offset))
                guard count > 0 else { throw Truncated() }
                return count
            }
            return buffer
        }
    }
}
