import Foundation
import Testing

@testable import Moeum

/// The wheel's geometry: slices that fill the ring, what came up at the top, and names that fit.
struct RouletteWheelTests {
    private func wheel(_ count: Int, hasPick: Bool = true) -> RouletteWheel {
        RouletteWheel(names: (0..<count).map { "가게 \($0)" }, hasPick: hasPick)
    }

    /// The numbers of a path, in order.
    private func numbers(_ path: String) -> [Double] {
        path.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
    }

    @Test("Each slice begins where the one before ends", arguments: 2...10)
    func slicesMeet(_ count: Int) {
        let wheel = wheel(count)
        for index in 0..<count {
            let path = wheel.slice(index)
            let next = wheel.slice((index + 1) % count)
            // M inner L outer A rx ry 0 0 1 outer-end L inner-end A …: where one ends, the next begins.
            let (own, other) = (numbers(path), numbers(next))
            #expect(own.count == 20)
            #expect(abs(own[9] - other[2]) < 0.11 && abs(own[10] - other[3]) < 0.11, "\(count) \(index)")
            #expect(abs(own[11] - other[0]) < 0.11 && abs(own[12] - other[1]) < 0.11, "\(count) \(index)")
        }
    }

    @Test("The picked place is at the top", arguments: 1...10)
    func pickIsOnTop(_ count: Int) {
        #expect(wheel(count).middle(0) == -90)
        #expect(wheel(count).shade(0) == "hit")
        let parts = RouletteWheel.point(RouletteWheel.outer, wheel(count).middle(0)).split(separator: " ")
        #expect(parts == ["220", "34"])
    }

    @Test("A single place is a whole ring")
    func singleRing() {
        let path = wheel(1).slice(0)
        #expect(path.components(separatedBy: "Z").count == 3)
        #expect(path.hasPrefix("M406 220A186 186 0 0 1 34 220A186 186 0 0 1 406 220Z"))
        #expect(String(decoding: wheel(1).disc.bytes, as: UTF8.self).contains("fill-rule=\"evenodd\""))
    }

    @Test("Neighbouring slices have different shades", arguments: 1...10, [true, false])
    func shadesDiffer(_ count: Int, _ hasPick: Bool) {
        let wheel = wheel(count, hasPick: hasPick)
        guard count > 1 else { return }
        for index in 0..<count {
            #expect(wheel.shade(index) != wheel.shade((index + 1) % count), "\(count) \(index)")
        }
    }

    @Test("No name is upside down")
    func turnsNames() {
        let wheel = wheel(4)
        #expect(wheel.turn(0).hasSuffix("rotate(90)"))
        #expect(wheel.turn(1).hasSuffix("rotate(90)"))
        #expect(wheel.turn(2).hasSuffix("rotate(-90)"))
        #expect(wheel.turn(3).hasSuffix("rotate(90)"))
    }

    @Test("Long names are shortened to their slice")
    func shortensNames() {
        let long = "아주아주 기다란 이름의 북한산 아래 한정식집"
        for count in 1...10 {
            let wheel = RouletteWheel(names: Array(repeating: long, count: count), hasPick: true)
            for index in 0..<count {
                let label = wheel.label(index)
                #expect(label.hasSuffix("…") && label.count < long.count && label.count > 3, "\(count) \(label)")
                let chord = 2 * RouletteWheel.reach * sin(.pi / Double(max(2, count)))
                #expect(Double(label.count) * 12 < chord + 12, "\(count) \(label)")
            }
        }
        #expect(RouletteWheel.shortened("하늘국수", ems: 4) == "하늘국수")
        #expect(RouletteWheel.shortened("Sky Noodle House", ems: 5) == "Sky Noo…")
    }

    @Test("Names that are a little too long are whole in smaller letters")
    func shrinksNames() {
        let wheel = RouletteWheel(names: Array(repeating: "하늘별국수집", count: 10), hasPick: true)
        #expect((0..<10).allSatisfy { wheel.label($0) == "하늘별국수집" })
        let drawn = String(decoding: wheel.disc.bytes, as: UTF8.self)
        #expect(drawn.contains("class=\"hit-t small\"") && drawn.contains("class=\"small\""))
        let short = RouletteWheel(names: Array(repeating: "국수", count: 10), hasPick: true)
        #expect(!String(decoding: short.disc.bytes, as: UTF8.self).contains("small"))
        // Capitals are wider than the letters that most names have.
        #expect(RouletteWheel.shortened("SKYNOODLES", ems: 6) != "SKYNOODLES")
        #expect(RouletteWheel.shortened("skynoodles", ems: 6) == "skynoodles")
        #expect(RouletteWheel.shortened("skynoodles", ems: 6, isBold: true) != "skynoodles")
    }

    @Test("Markup in names is escaped")
    func escapesNames() {
        let wheel = RouletteWheel(names: ["<b>&\"", "나"], hasPick: true)
        let drawn = String(decoding: wheel.disc.bytes, as: UTF8.self)
        #expect(drawn.contains("&lt;b&gt;&amp;\"") && !drawn.contains("<b>"))
    }
}
