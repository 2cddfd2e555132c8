import Foundation
import Testing

@testable import Moeum

struct QRCodeTests {
    private let address = TOTP(secret: Array("12345678901234567890".utf8))
        .address(issuer: "Moeum", account: "reader@mail.example")

    /// The dark cells that the drawing's rectangles cover.
    private func cells(_ svg: String) -> Set<[Int]> {
        var cells: Set<[Int]> = []
        for match in svg.matches(of: /M([0-9]+) ([0-9]+)h([0-9]+)v1h-([0-9]+)z/) {
            guard let x = Int(match.1), let y = Int(match.2), let length = Int(match.3), match.3 == match.4 else {
                continue
            }
            for offset in 0..<length { cells.insert([x + offset, y]) }
        }
        return cells
    }

    @Test("The drawing covers the dark modules and nothing else") func drawing() throws {
        let code = try QRCode(address)
        let drawn = cells(code.svg(title: "Code"))
        let size = code.modules.count
        for y in -4..<size + 4 {
            for x in -4..<size + 4 {
                let isInside = (0..<size).contains(x) && (0..<size).contains(y)
                #expect(drawn.contains([x + 4, y + 4]) == (isInside && code.modules[y][x]))
            }
        }
    }

    @Test("A code has three finder patterns and its timing") func patterns() throws {
        let modules = try QRCode(address).modules
        let size = modules.count
        #expect((size - 17).isMultiple(of: 4) && modules.allSatisfy { $0.count == size })
        for (left, top) in [(0, 0), (size - 7, 0), (0, size - 7)] {
            for y in 0..<7 {
                for x in 0..<7 {
                    let ring = max(abs(x - 3), abs(y - 3))
                    #expect(modules[top + y][left + x] == (ring != 2))
                }
            }
        }
        for index in 8..<size - 8 { #expect(modules[6][index] == index.isMultiple(of: 2)) }
    }

    @Test("The picture has a name and no styles") func markup() throws {
        let svg = try QRCode("x").svg(title: "A \"code\" <for> you & me")
        #expect(
            svg.contains("<title>A &quot;code&quot; &lt;for&gt; you &amp; me</title>") && svg.contains("role=\"img\"")
        )
        #expect(!svg.contains("style") && svg.matches(of: /<path/).count == 1 && svg.contains("viewBox=\"0 0 29 29\""))
    }

    @Test("Text that no code can hold is an error") func tooLong() {
        #expect(throws: QRCode.Error.self) { try QRCode(String(repeating: "x", count: 10_000)) }
        #expect(throws: QRCode.Error.self) { try QRCode("") }
    }
}
