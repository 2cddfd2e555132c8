/// Decodes internationalised domain labels, written as `xn--…` (RFC 3492).
enum Punycode {
    /// The label that `xn--…` encodes; nil where it is invalid.
    static func decoded(_ label: String) -> String? {
        guard label.lowercased().begins(with: "xn--"), label.utf8.count <= 63 else { return nil }
        let text = Array(label.lowercased().utf8.dropFirst(4))
        let split = text.lastIndex(of: UInt8(ascii: "-"))
        var output = text[..<(split ?? 0)].map { UInt32($0) }
        var rest = text[(split.map { $0 + 1 } ?? 0)...]
        var (point, place, bias): (UInt32, UInt32, UInt32) = (128, 0, 72)
        while !rest.isEmpty {
            let start = place
            guard let end = number(&rest, from: place, bias: bias) else { return nil }
            let size = UInt32(output.count) + 1
            bias = adapted(end - start, size, isFirst: start == 0)
            let (next, isTooLarge) = point.addingReportingOverflow(end / size)
            guard !isTooLarge else { return nil }
            point = next
            place = end % size
            guard Unicode.Scalar(point) != nil else { return nil }
            output.insert(point, at: Int(place))
            place += 1
        }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: output.compactMap(Unicode.Scalar.init))
        return String(scalars)
    }

    /// Decodes one variable-length integer and adds it to `start`.
    private static func number(_ rest: inout ArraySlice<UInt8>, from start: UInt32, bias: UInt32) -> UInt32? {
        var (sum, weight, threshold): (UInt32, UInt32, UInt32) = (start, 1, 36)
        while let byte = rest.popFirst() {
            guard let digit = digit(byte) else { return nil }
            let (part, isTooLarge) = digit.multipliedReportingOverflow(by: weight)
            let (added, isTooMuch) = sum.addingReportingOverflow(part)
            guard !isTooLarge, !isTooMuch else { return nil }
            sum = added
            let limit = threshold <= bias ? 1 : min(26, threshold - bias)
            if digit < limit { return sum }
            let (heavier, isTooHeavy) = weight.multipliedReportingOverflow(by: 36 - limit)
            guard !isTooHeavy else { return nil }
            weight = heavier
            threshold += 36
        }
        return nil
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 26
        default: nil
        }
    }

    private static func adapted(_ delta: UInt32, _ size: UInt32, isFirst: Bool) -> UInt32 {
        var delta = delta / (isFirst ? 700 : 2)
        delta += delta / size
        var bias: UInt32 = 0
        while delta > 455 {
            delta /= 35
            bias += 36
        }
        return bias + 36 * delta / (delta + 38)
    }
}
