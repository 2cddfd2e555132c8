import Foundation
import NIOCore
import NIOPosix

/// A file while it is uploaded: written piece by piece, readable by the program alone, deleted unless it is kept.
package actor UploadFile {
    /// An error of the disk.
    package struct Error: Swift.Error { let code: Int32 }

    package nonisolated let path: String
    package private(set) var size: Int64 = 0
    private var descriptor: Int32
    private var isKept = false
    /// Its claim on the space for uploads; nil where space is not limited.
    private let reservation: UploadQuota.Reservation?

    /// - Parameter folder: created where it is missing; the file gets a random name.
    package init(in folder: String, _ reservation: UploadQuota.Reservation? = nil) async throws {
        self.reservation = reservation
        path = "\(folder)/\(SystemRandom.name())"
        descriptor = try await NIOThreadPool.singleton.runIfActive { [path] in
            try DurableFile.makeFolder(folder)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw Error(code: errno) }
            return descriptor
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns once the system has accepted the bytes, so that the sender waits for the disk.
    package func append(_ bytes: ByteBuffer) async throws {
        if let reservation, !reservation.reserve(Int64(bytes.readableBytes)) { throw Error(code: EDQUOT) }
        let descriptor = descriptor
        try await NIOThreadPool.singleton.runIfActive {
            try bytes.withUnsafeReadableBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                    if count < 0, errno == EINTR { continue }
                    guard count >= 0 else { throw Error(code: errno) }
                    rest = rest.dropFirst(count)
                }
            }
        }
        size += Int64(bytes.readableBytes)
    }

    /// Ends the file.
    /// - Parameter isDurable: whether to return only after a sync to the disk.
    package func finish(durably isDurable: Bool) async throws {
        let (open, path) = (descriptor, path)
        descriptor = -1
        try await NIOThreadPool.singleton.runIfActive {
            let error = !isDurable || fsync(open) == 0 ? 0 : errno
            guard close(open) == 0, error == 0 else { throw Error(code: error) }
            if isDurable { try DurableFile.sync(URL(filePath: path).deletingLastPathComponent().path) }
        }
    }

    /// Keeps the file: `discard()` then does nothing.
    package func persist() { isKept = true }

    /// Deletes the file, on this thread: work for other threads would be cancelled with a request that broke off.
    package func discard() {
        if !isKept { unlink(path) }
    }
}
