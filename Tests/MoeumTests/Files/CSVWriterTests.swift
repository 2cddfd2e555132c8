import Testing

@testable import Moeum

struct CSVWriterTests {
    @Test(
        "No cell is run as a formula",
        arguments: [
            ("=1+1", "'=1+1"), ("+82", "'+82"), ("-1+1", "'-1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "\"'\t=1\""),
            ("\r=1", "\"'\r=1\""), ("\n=1", "\"'\n=1\""),
            ("=HYPERLINK(\"http://a\",\"b\")", "\"'=HYPERLINK(\"\"http://a\"\",\"\"b\"\")\""),
            ("\u{FF1D}1", "'\u{FF1D}1"), ("a=1", "a=1"), ("", ""), ("'a", "'a"), (" =1", " =1"),
            ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("a\nb", "\"a\nb\""), ("a;=1", "\"a;=1\""),
            // A quote and a mark are one Character.
            ("x\"\u{301},=1", "\"x\"\"\u{301},=1\""), ("\u{600}\",=1", "\"\u{600}\"\",=1\""),
        ]
    )
    func noFormula(_ text: String, _ cell: String) { #expect(CSVWriter.safe(text) == cell) }

    @Test("The file begins with a byte order mark and its lines end in CRLF") func markAndLines() {
        var writer = CSVWriter(header: ["name", "count"])
        writer.append([.text("\u{AC00}"), .number("-3")])
        writer.append([.nothing, .text("-3")])
        #expect(Array(writer.bytes.prefix(3)) == [0xEF, 0xBB, 0xBF])
        #expect(writer.bytes.dropFirst(3).elementsEqual("name,count\r\n\u{AC00},-3\r\n,'-3\r\n".utf8))
    }

    /// What is written is what a reader of CSV reads, but for the apostrophes.
    @Test("Cells are read back as they were written") func roundTrip() throws {
        var writer = CSVWriter(header: ["a", "b"])
        let rows = [["x,\"y\"", "l1\r\nl2"], ["", "\u{D55C}\u{AE00}"], ["a;b", " "]]
        for row in rows { writer.append(row.map { .text($0) }) }
        let read = try CSVReader.rows(of: String(decoding: writer.bytes, as: UTF8.self))
        #expect(read.dropFirst().map(\.fields) == rows)
    }
}
