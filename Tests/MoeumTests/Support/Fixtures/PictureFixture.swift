import CDeflate
import Foundation

@testable import Moeum

/// Pictures made by hand, as small as a test needs them.
enum PictureFixture {
    /// What looks like a JPEG from its first to its last byte.
    static func file(_ words: String) -> Data { Data([0xFF, 0xD8] + Array(words.utf8) + [0xFF, 0xD9]) }

    /// A PNG of one colour with a corner of another, top left.
    static func png(width: Int = 40, height: Int = 30, red: UInt8 = 200) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            for column in 0..<width {
                rows += row < height / 3 && column < width / 3 ? [0, 0, 255] : [red, 100, 50]
            }
        }
        return png(width: width, height: height, rows: rows)
    }

    /// A PNG in which every pixel has a grey of its own.
    /// - Parameter grey: by column and row, from the top left.
    static func png(width: Int, height: Int, grey: (Int, Int) -> Int) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            for column in 0..<width {
                let shade = UInt8(clamping: grey(column, row))
                rows += [shade, shade, shade]
            }
        }
        return png(width: width, height: height, rows: rows)
    }

    /// Soft shades as a photo has them, others for each seed: hills and valleys whose places and heights are drawn by lot.
    /// - Parameter lighter: what is added to each grey.
    static func scene(_ seed: UInt64, width: Int = 360, height: Int = 240, lighter: Int = 0) -> [UInt8] {
        var random = SeededGenerator(state: seed)
        let heights = (0..<48).map { _ in Double(30 + random.below(190)) }
        func hill(_ column: Int, _ row: Int) -> Double { heights[row * 8 + column] }
        return png(width: width, height: height) { column, row in
            let x: Double = Double(column) / Double(width) * 7
            let y: Double = Double(row) / Double(height) * 5
            let (left, top): (Int, Int) = (Int(x), Int(y))
            let (right, down): (Double, Double) = (x - Double(left), y - Double(top))
            let upper: Double = hill(left, top) * (1 - right) + hill(left + 1, top) * right
            let lower: Double = hill(left, top + 1) * (1 - right) + hill(left + 1, top + 1) * right
            let shade: Double = upper * (1 - down) + lower * down
            return Int(shade) + lighter
        }
    }

    /// A PNG with something behind its end, where decoders do not look.
    /// - Parameter size: of the whole file in bytes, if it is to be larger.
    static func longPNG(red: UInt8, followedBy rest: String = "", size: Int = 0) -> [UInt8] {
        let bytes = png(red: red) + Array(rest.utf8)
        return bytes + [UInt8](repeating: 0, count: max(0, size - bytes.count))
    }

    /// A PNG that says it is so large, with the pixels of a small one.
    static func bomb(width: Int, height: Int) -> [UInt8] { png(width: width, height: height, rows: [0, 1, 2, 3]) }

    private static func png(width: Int, height: Int, rows: [UInt8]) -> [UInt8] {
        png(header: number(width) + number(height) + [8, 2, 0, 0, 0], data: stored(rows))
    }

    /// - Parameter data: the rows, as zlib writes them.
    static func png(header: [UInt8], data: [UInt8]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", data)
            + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return number(content.count) + body + number(Int(checksum(body)))
    }

    /// zlib without compression (RFC 1950, RFC 1951 §3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let piece = bytes[start..<min(start + 65_535, bytes.count)]
            let (low, high) = (UInt8(piece.count & 0xFF), UInt8(piece.count >> 8))
            result += [start + 65_535 >= bytes.count ? 1 : 0, low, high, ~low, ~high] + piece
        }
        return result + number(Int(libdeflate_adler32(1, bytes, bytes.count)))
    }

    static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - $0 * 8) & 0xFF) } }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 { libdeflate_crc32(0, bytes, bytes.count) }
}
