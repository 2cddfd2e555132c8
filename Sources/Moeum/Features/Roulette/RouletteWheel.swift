import Foundation

/// The wheel after it has stopped: the picked place is at the top, under the pointer. Drawn in a box of 440 units and hidden
/// from screen readers; the page has the result in words.
struct RouletteWheel: Sendable {
    /// The most slices that fit.
    static let maxCount = 10
    static let centre = 220.0
    static let outer = 186.0
    static let inner = 58.0
    /// The distance of names from the centre.
    static let reach = 146.0
    private static let maxEms = 11.0

    /// The first name is the picked place's, where there is one.
    let names: [String]
    let hasPick: Bool

    /// The angle of a slice's middle in degrees, clockwise from three o'clock.
    func middle(_ index: Int) -> Double { -90 + Double(index) * 360 / Double(names.count) }

    /// The path of a slice between two radii.
    func slice(_ index: Int) -> String {
        if names.count == 1 {
            // The path of a ring in two half circles, because an arc cannot end where it begins; the even-odd rule makes the
            // hole.
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

    /// The rotation of a name: its top is towards the rim in the upper half and towards the hub in the lower, so that none is
    /// upside down.
    func turn(_ index: Int) -> String {
        let angle = middle(index)
        let isBelow = sin(angle * .pi / 180) > 0.01
        return "rotate(\(Self.number(angle)) 220 220) translate(\(Self.number(Self.centre + Self.reach)) 220)"
            + " rotate(\(isBelow ? -90 : 90))"
    }

    /// The name cut to its slice's width, in smaller letters where it is too long for the usual ones.
    func label(_ index: Int) -> String {
        Self.shortened(names[index], ems: room(index, isSmall: isSmall(index)), isBold: isHit(index))
    }

    private func isSmall(_ index: Int) -> Bool {
        Self.width(names[index], isBold: isHit(index)) > room(index, isSmall: false)
    }

    /// The width in ems of the font size that roulette.css gives the name.
    private func room(_ index: Int, isSmall: Bool) -> Double {
        let size = isHit(index) ? (isSmall ? 13.0 : 16) : (isSmall ? 12 : 14.5)
        let chord = names.count < 3 ? 2 * Self.outer : 2 * Self.reach * sin(.pi / Double(names.count))
        return min(Self.maxEms, chord * 0.94 / size)
    }

    /// The shade of a slice: neighbours differ, the last and the first too.
    func shade(_ index: Int) -> String {
        if isHit(index) { return "hit" }
        let isOddEnd = !hasPick && names.count > 1 && names.count % 2 == 1 && index == names.count - 1
        return isOddEnd ? "s2" : "s\(index % 2)"
    }

    private func isHit(_ index: Int) -> Bool { hasPick && index == 0 }

    static func shortened(_ name: String, ems: Double, isBold: Bool = false) -> String {
        if width(name, isBold: isBold) <= ems { return name }
        var room = ems - 0.8
        var kept = ""
        for character in name {
            room -= width(character, isBold: isBold)
            if room < 0 { break }
            kept.append(character)
        }
        return String(kept.trimmed) + "…"
    }

    private static func width(_ name: String, isBold: Bool) -> Double {
        name.reduce(0) { $0 + width($1, isBold: isBold) }
    }

    /// The approximate width in ems: a Hangul syllable is 1, and bold Latin letters are wider than others.
    private static func width(_ character: Character, isBold: Bool) -> Double {
        if character == " " { return 0.3 }
        guard character.isASCII else { return 1 }
        return (character.isUppercase ? 0.72 : 0.56) * (isBold ? 1.12 : 1)
    }

    /// The turning part, without rim and pointer.
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
        text.replacingScalars { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] }
    }

    static func point(_ radius: Double, _ degrees: Double) -> String {
        let angle = degrees * .pi / 180
        return "\(number(centre + radius * cos(angle))) \(number(centre + radius * sin(angle)))"
    }

    /// A number with one decimal, or none where that is zero.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : String(Double(tenths) / 10)
    }
}
