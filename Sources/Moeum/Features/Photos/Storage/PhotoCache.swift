import NIOCore
import Synchronization

/// Recently used photo files, up to a bound. The file of a name never changes, so nothing here goes stale; whether somebody may
/// see a file is checked elsewhere.
final class PhotoCache: Sendable {
    private struct State {
        var files: [String: (bytes: ByteBuffer, used: Int)] = [:]
        var size = 0
        var uses = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: how many bytes it holds.
    init(capacity: Int = 32 << 20) { self.capacity = capacity }

    /// The file with this name; read where the cache does not have it.
    func file(_ name: String, read: () async throws -> [UInt8]?) async rethrows -> ByteBuffer? {
        if let kept = kept(name) { return kept }
        guard let bytes = try await read() else { return nil }
        let buffer = ByteBuffer(bytes: bytes)
        store(buffer, name)
        return buffer
    }

    /// The file with this name, where the cache has it.
    func kept(_ name: String) -> ByteBuffer? {
        state.withLock { state in
            state.uses += 1
            state.files[name]?.used = state.uses
            return state.files[name]?.bytes
        }
    }

    func remove(_ name: String) {
        state.withLock { state in
            if let file = state.files.removeValue(forKey: name) { state.size -= file.bytes.readableBytes }
        }
    }

    func store(_ buffer: ByteBuffer, _ name: String) {
        let size = buffer.readableBytes
        // One large file would evict many.
        guard size <= capacity / 16 else { return }
        state.withLock { state in
            guard state.files[name] == nil else { return }
            state.files[name] = (buffer, state.uses)
            state.size += size
            while state.size > capacity, let oldest = state.files.min(by: { $0.value.used < $1.value.used }) {
                state.files[oldest.key] = nil
                state.size -= oldest.value.bytes.readableBytes
            }
        }
    }
}
