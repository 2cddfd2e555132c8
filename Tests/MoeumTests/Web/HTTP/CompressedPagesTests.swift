import CDeflate
import Testing

@testable import Moeum
@testable import Web

struct CompressedPagesTests {
    private func page(_ text: String) -> (bytes: [UInt8], digest: SHA256.Digest) {
        let bytes = Array(String(repeating: text, count: 500).utf8)
        return (bytes, SHA256.digest(of: bytes))
    }

    private func decompressed(_ bytes: [UInt8], count: Int) -> [UInt8] {
        let decompressor = libdeflate_alloc_decompressor()
        defer { libdeflate_free_decompressor(decompressor) }
        return Array(unsafeUninitializedCapacity: count) { output, written in
            libdeflate_gzip_decompress(decompressor, bytes, bytes.count, output.baseAddress, count, &written)
        }
    }

    @Test func aPageIsItselfAgainHoweverOftenItIsAskedFor() throws {
        let pages = CompressedPages()
        for text in ["one ", "two ", "one ", "two "] {
            let (bytes, digest) = page(text)
            let body = try #require(pages.gzip(bytes, digest))
            #expect(decompressed(Array(body.readableBytesView), count: bytes.count) == bytes)
        }
    }

    @Test func whatIsKeptIsGivenWithoutCompressingAgain() throws {
        let pages = CompressedPages()
        let (bytes, digest) = page("kept ")
        let first = try #require(pages.gzip(bytes, digest))
        // Other bytes under the same digest: only something kept can answer with the first.
        #expect(pages.gzip(page("other ").bytes, digest) == first)
    }

    @Test func pagesNobodyAsksForAreForgotten() throws {
        let pages = CompressedPages(bytesPerGeneration: 200)
        let (bytes, digest) = page("old ")
        let first = try #require(pages.gzip(bytes, digest))
        for number in 0..<40 {
            let (bytes, digest) = page("page \(number) ")
            _ = pages.gzip(bytes, digest)
        }
        #expect(pages.gzip(page("other ").bytes, digest) != first)
    }
}
