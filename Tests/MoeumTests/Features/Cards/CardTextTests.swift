import Testing

@testable import Moeum

/// What is set on a card stays on it, however it is written.
struct CardTextTests {
    @Test("No line of a card is wider than its place", arguments: CardLook.allCases, CardSize.allCases)
    func fitWidth(_ look: CardLook, _ size: CardSize) throws {
        let geometry = CardGeometry.of(look, size)
        let canvas = try CardCanvas(width: size.width, height: size.height)
        for sign in ["\u{1F35C}", "\u{9F8D}", "\u{AC00}", "W"] {
            for place in [geometry.line, geometry.place, geometry.name] {
                for text in [String(repeating: sign, count: 10), String(repeating: "\(sign)\(sign) ", count: 12)] {
                    let set = try CardText(text, place, .bold, width: geometry.width, on: canvas)
                    #expect(set.size.width <= geometry.width, "\(text) of \(place.size)")
                    #expect(set.lineCount <= place.lines)
                }
            }
        }
    }
}
