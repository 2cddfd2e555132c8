import Foundation
import Templates

/// Encodes a page's fields as JSON: the same model that its template gets.
package enum JSONRepresentation {
    /// - Parameter leavingOutEmpty: leaves out the model's own empty fields, for formats without null.
    package static func encode(_ model: any ViewModel, leavingOutEmpty: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        append(model, leavingOutEmpty: leavingOutEmpty, to: &output)
        return output
    }

    /// - Parameter facts: in the order in which they are written.
    package static func encode(_ facts: KeyValuePairs<String, FieldValue>) -> [UInt8] {
        var output: [UInt8] = [UInt8(ascii: "{")]
        for (index, fact) in facts.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            append(fact.key, to: &output)
            output.append(UInt8(ascii: ":"))
            append(fact.value, to: &output)
        }
        output.append(UInt8(ascii: "}"))
        return output
    }

    private static func append<Model: ViewModel>(
        _ model: Model,
        leavingOutEmpty: Bool = false,
        to output: inout [UInt8]
    ) {
        output.append(UInt8(ascii: "{"))
        var isFirst = true
        for (index, field) in Model.fields.enumerated() where !field.entry.isViewOnly {
            let value = model.value(at: index)
            if leavingOutEmpty, !value.isTruthy { continue }
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            append(field.entry.name, to: &output)
            output.append(UInt8(ascii: ":"))
            append(value, to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }

    package static func append(_ value: FieldValue, to output: inout [UInt8]) {
        switch value {
        // Markup is for templates only; its fields are never encoded here.
        case .nothing, .markup: output.append(contentsOf: "null".utf8)
        case .text(let text): append(text, to: &output)
        case .integer(let number): output.append(contentsOf: String(number).utf8)
        case .decimal(let number): output.append(contentsOf: (ValueText.decimal(number) ?? "null").utf8)
        case .flag(let flag): output.append(contentsOf: (flag ? "true" : "false").utf8)
        case .time(let date): append(SeoulTime(date).rfc3339, to: &output)
        case .integers(let numbers): appendList(numbers, to: &output) { append(.integer($0), to: &$1) }
        case .texts(let texts): appendList(texts, to: &output) { append($0, to: &$1) }
        case .object(let model): append(model, to: &output)
        case .list(let models): appendList(models, to: &output) { append($0, to: &$1) }
        }
    }

    private static func appendList<Element>(
        _ elements: [Element],
        to output: inout [UInt8],
        _ append: (Element, inout [UInt8]) -> Void
    ) {
        output.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            append(element, &output)
        }
        output.append(UInt8(ascii: "]"))
    }

    /// A JSON string (RFC 8259 §7); `<` is escaped too, so that the result is safe inside a script element.
    package static func append(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            // Runs without special characters are copied in one go.
            var start = 0
            for index in bytes.indices where mustEscape(bytes[index]) {
                output.append(contentsOf: bytes[start..<index])
                appendEscape(of: bytes[index], to: &output)
                start = index + 1
            }
            output.append(contentsOf: bytes[start...])
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func mustEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "<")
    }

    private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            output.append(UInt8(ascii: "\\"))
            output.append(byte)
        case UInt8(ascii: "\n"): output.append(contentsOf: "\\n".utf8)
        default:
            output.append(contentsOf: "\\u00".utf8)
            Hexadecimal.append(byte, to: &output)
        }
    }
}
