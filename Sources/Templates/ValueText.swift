import Foundation

/// Writes values as text: escaped for HTML, grouped, or as days in Seoul.
package enum ValueText {
    package static func append(_ value: FieldValue, escaping: Bool, to output: inout [UInt8]) {
        switch value {
        case .text(let text):
            if escaping { appendEscaped(text, to: &output) } else { output.append(contentsOf: text.utf8) }
        case .markup(let markup): output.append(contentsOf: markup.bytes)
        case .integer(let number): output.append(contentsOf: String(number).utf8)
        case .decimal(let number): output.append(contentsOf: (decimal(number) ?? "").utf8)
        case .flag(let flag): output.append(contentsOf: (flag ? "true" : "false").utf8)
        case .time(let date): output.append(contentsOf: SeoulTime(date).rfc3339.utf8)
        case .nothing, .texts, .integers, .object, .list: break
        }
    }

    static func append(
        _ value: FieldValue,
        as format: ValueFormat,
        _ language: Language,
        to output: inout [UInt8]
    ) {
        switch (format, value) {
        case (.number, .integer(let number)): output.append(contentsOf: grouped(number).utf8)
        case (.number, .decimal(let number)): output.append(contentsOf: oneDecimal(number).utf8)
        case (.date, .text(let day)), (.month, .text(let day)):
            appendEscaped(SeoulTime.text(forDay: day, withDay: format == .date, language) ?? day, to: &output)
        case (.date, .time(let date)), (.month, .time(let date)):
            output.append(contentsOf: SeoulTime(date).text(withDay: format == .date, language).utf8)
        case (.datetime, .time(let date)):
            let time = SeoulTime(date)
            output.append(contentsOf: "\(time.text(withDay: true, language)) \(time.clock)".utf8)
        case (.name, .text(let text)), (.words, .text(let text)):
            appendEscaped(inLetters(text, as: format, of: language), to: &output)
        case (_, .text(let text)) where format.particle != nil:
            output.append(contentsOf: inLetters(text, as: format, of: language).utf8)
        case (_, .integer(let number)) where format.particle != nil:
            output.append(contentsOf: inLetters(String(number), as: format, of: language).utf8)
        default: append(value, escaping: true, to: &output)
        }
    }

    /// Names and words in letters that a language's readers know.
    static func inLetters(_ text: String, as format: ValueFormat, of language: Language) -> String {
        switch format {
        case .name: language == .english ? Romanization.name(text) : text
        case .words: language == .english ? Romanization.roman(text) : text
        case .plain, .number, .date, .month, .datetime: text
        case .eun, .i, .eul, .gwa, .euro, .ieyo: format.particle?.form(after: text) ?? ""
        }
    }

    /// Copies runs without special characters in one go: most text has none.
    package static func appendEscaped(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            for index in bytes.indices {
                guard let entity = entity(for: bytes[index]) else { continue }
                output.append(contentsOf: bytes[start..<index])
                output.append(contentsOf: entity.utf8)
                start = index + 1
            }
            output.append(contentsOf: bytes[start...])
        }
    }

    @inline(__always)
    private static func entity(for byte: UInt8) -> String? {
        guard byte <= UInt8(ascii: ">") else { return nil }
        return switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }

    /// 12345 as 12,345.
    package static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var result = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
            result.append(digit)
        }
        return result
    }

    /// One digit after the point: 4.67 as 4.7.
    package static func oneDecimal(_ number: Double) -> String {
        guard abs(number) < 1e15 else { return "" }
        let tenths = Int((number * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(grouped(Int(tenths.magnitude / 10))).\(tenths.magnitude % 10)"
    }

    /// At most seven decimals (a centimetre, for coordinates); whole numbers without a point. Nil for infinity and NaN.
    package static func decimal(_ number: Double) -> String? {
        guard number.isFinite else { return nil }
        guard abs(number) < 1e9 else { return "\(number)" }
        let rounded = (number * 1e7).rounded() / 1e7
        return rounded == rounded.rounded() ? String(Int(rounded)) : "\(rounded)"
    }
}
