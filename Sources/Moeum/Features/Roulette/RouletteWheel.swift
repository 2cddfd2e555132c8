import Foundation

/// The wheel as it stands when it has stopped: what came up is at the top, under the pointer. Drawn in a box of 440 units,
/// for the eye alone; the page says the same in words.
struct RouletteWheel: Sendable {
    /// The most slices there is room for.
    static let maxCount = 10
    static let centre = 220.0
    static let outer = 186.0
    static let inner = 58.0
    /// Where names stand, from the centre.
    static let reach = 146.0
    private static let maxEms = 11.0

    /// The first is what came up, where anything did.
    let names: [String]
    let hasPick: Bool

    /// Degrees, clockwise from three o'clock, of the middle of a slice.
    func middle(_ index: Int) -> Double { -90 + Double(index) * 360 / Double(names.count) }

    /// A ring's part between two radii.
    func slice(_ index: Int) -> String {
        if names.count == 1 {
            // An arc cannot end where it begins: two halves, and the hole by the even-odd rule.
            func ring(_ radius: Double) -> String {
                let (left, right) = (Self.point(radius, 180), Self.point(radius, 0))
                return "M\(right)A\(Self.number(radius)) \(Self.number(radius)) 0 0 1 \(left)"
                    + "A\(Self.number(radius)) \(Self.number(radius)) 0 0 1 \(right)Z"
            }
            return ring(Self.outer) + ring(Self.inner)
        }
        let half = 180 / Double(names.count)
        let (start, end) = (middle(index) - half, middle(index) + half)
        let (outer, inner) = (Self.number(Self.outer), Self.number(Self.inner))
        return "M\(Self.point(Self.inner, start))L\(Self.point(Self.outer, start))"
            + "A\(outer) \(outer) 0 0 1 \(Self.point(Self.outer, end))L\(Self.point(Self.inner, end))"
            + "A\(inner) \(inner) 0 0 0 \(Self.point(Self.inner, start))Z"
    }

    /// Turns a name so that it is read from the rim above the middle and from the hub below it.
    func turn(_ index: Int) -> String {
        let angle = middle(index)
        let isBelow = sin(angle * .pi / 180) > 0.01
        return "rotate(\(Self.number(angle)) 220 220) translate(\(Self.number(Self.centre + Self.reach)) 220)"
            + " rotate(\(isBelow ? -90 : 90))"
    }

    /// A name as far as its slice is wide, in smaller letters where it is too long for the usual ones.
    func label(_ index: Int) -> String { Self.shortened(names[index], ems: room(index, isSmall: isSmall(index))) }

    private func isSmall(_ index: Int) -> Bool { Self.width(names[index]) > room(index, isSmall: false) }

    /// In ems of the letters that roulette.css gives the name.
    private func room(_ index: Int, isSmall: Bool) -> Double {
        let size = isHit(index) ? (isSmall ? 13.0 : 16) : (isSmall ? 12 : 14.5)
        let chord = names.count < 3 ? 2 * Self.outer : 2 * Self.reach * sin(.pi / Double(names.count))
        return min(Self.maxEms, chord * 0.94 / size)
    }

    /// Neighbours never look alike, not even the last and the first.
    func shade(_ index: Int) -> String {
        if isHit(index) { return "hit" }
        let isOddEnd = !hasPick && names.count > 1 && names.count % 2 == 1 && index == names.count - 1
        return isOddEnd ? "s2" : "s\(index % 2)"
    }

    private func isHit(_ index: Int) -> Bool { hasPick && index == 0 }

    static func shortened(_ name: String, ems: Double) -> String {
        if width(name) <= ems { return name }
        var room = ems - 0.8
        var kept = ""
        for character in name {
            room -= width(character)
            if room < 0 { break }
            kept.append(character)
        }
        return String(kept.trimmed) + "…"
    }

    private static func width(_ name: String) -> Double { name.reduce(0) { $0 + width($1) } }

    /// In ems, about: a syllable of Hangul takes one.
    private static func width(_ character: Character) -> Double {
        if character == " " { return 0.3 }
        guard character.isASCII else { return 1 }
        return character.isUppercase ? 0.72 : 0.56
    }

    /// What turns, without the rim and the pointer, which stay.
    var disc: Markup {
        var text = ""
        for index in names.indices {
            let rule = names.count == 1 ? " fill-rule=\"evenodd\"" : ""
            text += "<path class=\"\(shade(index))\" d=\"\(slice(index))\"\(rule)/>"
            let classes = [isHit(index) ? "hit-t" : nil, isSmall(index) ? "small" : nil].compactMap(\.self)
            let dress = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
            text +=
                "<text\(dress) transform=\"\(turn(index))\" text-anchor=\"middle\">\(Self.escaped(label(index)))</text>"
        }
        return Markup(Array(text.utf8))
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    static func point(_ radius: Double, _ degrees: Double) -> String {
        let angle = degrees * .pi / 180
        return "\(number(centre + radius * cos(angle))) \(number(centre + radius * sin(angle)))"
    }

    /// One decimal, and none where it is zero.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : String(Double(tenths) / 10)
    }
}
