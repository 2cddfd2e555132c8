import Foundation

/// Encodes a page's fields as JSON: the same typed model that its template gets.
public enum JSONTwin {
    public static func encode(_ model: some ViewModel) -> [UInt8] {
        var output: [UInt8] = []
        append(model, to: &output)
        return output
    }

    private static func append<Model: ViewModel>(_ model: Model, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        var isFirst = true
        for (index, field) in Model.fields.enumerated() where !field.isViewOnly {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            append(field.name, to: &output)
            output.append(UInt8(ascii: ":"))
            append(model.value(at: index), to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }

    private static func append(_ value: FieldValue, to output: inout [UInt8]) {
        switch value {
        case .nothing: output.append(contentsOf: "null".utf8)
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

    /// A JSON string (RFC 8259 §7); `<` is escaped too, so that the result can stand inside a script element.
    static func append(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                output.append(UInt8(ascii: "\\"))
                output.append(byte)
            case UInt8(ascii: "\n"): output.append(contentsOf: "\\n".utf8)
            case 0..<0x20, UInt8(ascii: "<"):
                let hex = String(byte, radix: 16)
                output.append(contentsOf: "\\u00\(hex.count == 1 ? "0" : "")\(hex)".utf8)
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
