import Foundation

/// Tells a photo's file that is whole from one that ends too early, by its first and last bytes alone: other programs copy
/// files as well, and a disk that is full ends them anywhere.
enum PhotoFileEnd {
    static func isReached(_ bytes: [UInt8]) -> Bool {
        isReached(bytes.prefix(12), bytes.suffix(2), size: bytes.count)
    }

    /// False also where there is no such file.
    static func isReached(at path: String) throws -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw DurableFile.Error(code: errno) }
            return false
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let size = Int(try file.seekToEnd())
        guard size >= 12 else { return false }
        try file.seek(toOffset: 0)
        let head = try file.read(upToCount: 12) ?? Data()
        try file.seek(toOffset: UInt64(size - 2))
        return isReached(head, try file.read(upToCount: 2) ?? Data(), size: size)
    }

    private static func isReached(
        _ head: some Collection<UInt8>,
        _ tail: some Collection<UInt8>,
        size: Int
    ) -> Bool {
        // A JPEG ends with a mark (ITU T.81 §B.2.1), a WebP tells its length (RFC 9649 §2.4).
        if head.starts(with: [0xFF, 0xD8]) { return tail.elementsEqual([0xFF, 0xD9]) }
        guard head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) else { return false }
        return size >= 8 + head.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
