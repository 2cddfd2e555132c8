import Foundation
import Testing

@testable import Moeum

struct CSVStreamTests {
    /// Hands out bytes in pieces of a size, as a slow disk might.
    private final class Pieces {
        private var rest: ArraySlice<UInt8>
        private let size: Int

        init(_ text: String, of size: Int) {
            rest = Array(text.utf8)[...]
            self.size = size
        }

        func read(into block: UnsafeMutableRawBufferPointer) -> Int {
            let piece = rest.prefix(min(size, block.count))
            block.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
    }

    private func rows(_ text: String, inPiecesOf size: Int) throws -> [[String]] {
        let pieces = Pieces(text, of: size)
        let stream = CSVStream { pieces.read(into: $0) }
        var rows: [[String]] = []
        while try stream.next() {
            let fields = (0..<stream.fieldCount).map { String(decoding: stream.bytes(of: $0), as: UTF8.self) }
            rows.append(["\(stream.line)\(stream.isMalformed ? "!" : "")"] + fields)
        }
        return rows
    }

    @Test("Rows are the same however they are read", arguments: [1, 2, 3, 7, 1_000])
    func pieces(_ size: Int) throws {
        let text = "a,b\r\n\"1,\n2\",\"\"\r\n\r\n\"say \"\"so\"\"\",가나\n,\n\"x\" y,z\r\nlast,one"
        #expect(
            try rows(text, inPiecesOf: size) == [
                ["1", "a", "b"], ["2", "1,\n2", ""], ["5", "say \"\"so\"\"", "가나"], ["6", "", ""], ["7!", "x", "z"],
                ["8", "last", "one"],
            ]
        )
    }

    @Test("A quote that never closes is named", arguments: [1, 1_000]) func unclosedQuote(_ size: Int) {
        #expect(throws: CSVStream.Error.unclosedQuote(line: 2)) {
            try rows("a,b\n1,\"2\n3,4\n", inPiecesOf: size)
        }
    }

    @Test("A row that never ends is refused") func longRow() {
        let text = "a\n" + String(repeating: "x", count: CSVStream.maxRowSize + 1)
        #expect(throws: CSVStream.Error.longRow(line: 2)) { try rows(text, inPiecesOf: 1 << 16) }
    }

    @Test("Fields without end are counted alone") func manyFields() throws {
        let pieces = Pieces(String(repeating: ",", count: 100_000), of: 1 << 16)
        let stream = CSVStream { pieces.read(into: $0) }
        let hasRow = try stream.next()
        #expect(hasRow && stream.fieldCount == 100_001)
        #expect(stream.bytes(of: 99_999).isEmpty)
    }

    @Test("A file of any size needs the memory of one block") func manyBlocks() throws {
        let row = Array(LicenceLine().csv.utf8)
        var (left, largest) = (60_000, 0)
        let stream = CSVStream { block in
            largest = max(largest, block.count)
            let count = min(left, block.count / row.count)
            for index in 0..<count {
                UnsafeMutableRawBufferPointer(rebasing: block[(index * row.count)...]).copyBytes(from: row)
            }
            left -= count
            return count * row.count
        }
        var rows = 0
        while try stream.next() { rows += stream.fieldCount == LicenceLine.header.count ? 1 : 0 }
        #expect(rows == 60_000)
        #expect(largest <= CSVStream.blockSize && stream.bufferSize == CSVStream.blockSize)
    }
}
