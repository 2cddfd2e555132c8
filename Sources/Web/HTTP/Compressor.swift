import CDeflate
import Hummingbird
import Synchronization

/// Compresses whole answers with libdeflate. Compressors are pooled: creating one costs more than a page.
final class Compressor: Sendable {
    /// libdeflate's handle; used by one thread at a time because it leaves the pool while in use.
    private struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let level: Int32
    private let idle = Mutex<[Handle]>([])

    /// - Parameter level: 1 (fastest) to 12 (smallest).
    init(level: Int32) { self.level = level }

    deinit {
        idle.withLock { for handle in $0 { libdeflate_free_compressor(handle.pointer) } }
    }

    /// The bytes as gzip (RFC 1952), or nil when that would not be smaller.
    func gzip(_ bytes: [UInt8]) -> [UInt8]? {
        let kept = idle.withLock { $0.popLast() }
        guard let handle = kept ?? libdeflate_alloc_compressor(level).map(Handle.init) else { return nil }
        defer { idle.withLock { $0.append(handle) } }
        let size = bytes.withUnsafeBytes { input in
            Array<UInt8>(unsafeUninitializedCapacity: bytes.count) { output, count in
                count = libdeflate_gzip_compress(
                    handle.pointer,
                    input.baseAddress,
                    input.count,
                    output.baseAddress,
                    output.count
                )
            }
        }
        return size.isEmpty ? nil : size
    }

    /// Whether Accept-Encoding allows gzip (RFC 9110 §12.5.3): its own quality overrides that of `*`, in any order.
    static func isAccepted(_ header: String?) -> Bool {
        guard let header else { return false }
        let codings = QualityList(header)
        // The old name means the same (§8.4.1.3).
        let named = codings.best(of: ["gzip", "x-gzip"]) ?? codings.best(of: ["*"])
        return named.map { $0.quality > 0 } ?? false
    }
}
