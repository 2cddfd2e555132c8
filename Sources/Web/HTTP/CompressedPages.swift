import NIOCore
import Synchronization

/// Recently compressed pages, by their content: most visits see a page that somebody has just seen, and compressing one costs
/// more than sending it.
final class CompressedPages: Sendable {
    /// Two generations: when the younger is full it becomes the older, whose pages are then dropped unless they are used again.
    private struct Generations {
        var young: [SHA256.Digest: ByteBuffer] = [:]
        var old: [SHA256.Digest: ByteBuffer] = [:]
        var youngBytes = 0

        mutating func keep(_ body: ByteBuffer, for digest: SHA256.Digest, limit: Int) {
            guard young.updateValue(body, forKey: digest) == nil else { return }
            youngBytes += body.readableBytes
            guard youngBytes > limit else { return }
            (old, young, youngBytes) = (young, [:], 0)
        }
    }

    private let compressor = Compressor(level: 1)
    private let bytesPerGeneration: Int
    private let generations = Mutex(Generations())

    init(bytesPerGeneration: Int = 16 << 20) { self.bytesPerGeneration = bytesPerGeneration }

    /// The page as gzip, or nil where that would not be smaller.
    /// - Parameter digest: of `page`; identifies it.
    func gzip(_ page: [UInt8], _ digest: SHA256.Digest) -> ByteBuffer? {
        let known = generations.withLock { generations -> ByteBuffer? in
            if let body = generations.young[digest] { return body }
            guard let body = generations.old[digest] else { return nil }
            generations.keep(body, for: digest, limit: bytesPerGeneration)
            return body
        }
        if let known { return known }
        guard let smaller = compressor.gzip(page) else { return nil }
        let body = ByteBuffer(bytes: smaller)
        generations.withLock { $0.keep(body, for: digest, limit: bytesPerGeneration) }
        return body
    }
}
