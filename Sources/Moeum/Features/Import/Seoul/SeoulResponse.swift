import Foundation

/// One page of a district's API, in any of the API's shapes.
struct SeoulResponse: Sendable {
    let total: Int
    let rows: [[String: String]]
    /// The size of the page's body.
    let bytes: Int

    /// Why an answer is unusable, in words for the person who runs the import.
    enum Error: Swift.Error, Equatable, CustomStringConvertible {
        case badKey
        case noData
        case rejected(code: String, meaning: String)
        case serverError(code: String)
        case unreadable(String)

        /// Whether a later try of the same request may succeed.
        var isTransient: Bool {
            if case .serverError = self { true } else { false }
        }

        var description: String {
            switch self {
            case .badKey: "the key is not valid (INFO-100); ask for one at data.seoul.go.kr"
            case .noData: "there is no data (INFO-200)"
            case .rejected(let code, let meaning): "\(meaning) (\(code))"
            case .serverError(let code): "the district's server has a fault of its own (\(code))"
            case .unreadable(let why): "the answer cannot be read: \(why)"
            }
        }
    }

    /// - Parameter service: the name of the object with the rows, such as `GnModelRestaurantDesignate`.
    init(_ body: [UInt8], service: String) throws {
        // A raw tab in one shop's menu is no JSON; it fails neither the shop nor the district, nor do bytes that are no UTF-8.
        let text = String(decoding: body.map { max($0, UInt8(ascii: " ")) }, as: UTF8.self)
        if text.trimmed.utf8.first == UInt8(ascii: "<") { throw Self.error(inXML: text) }
        guard let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw Error.unreadable("it is no JSON object")
        }
        // Past the last row, and for errors, the RESULT is not inside the service's object.
        let content = root[service] as? [String: Any] ?? root
        if let result = content["RESULT"] as? [String: Any], let code = result["CODE"] as? String,
            let error = Self.error(code)
        {
            throw error
        }
        guard let total = Self.integer(content["list_total_count"]) else {
            throw Error.unreadable("list_total_count is missing")
        }
        self.total = total
        bytes = body.count
        // A single row may be an object instead of an array.
        let rows = content["row"] as? [[String: Any]] ?? (content["row"] as? [String: Any]).map { [$0] } ?? []
        self.rows = rows.map { row in
            row.compactMapValues { value in
                (value as? String) ?? (value as? NSNumber).map { "\($0)" }
            }.compactMapValues(ImportText.tidy)
        }
    }

    /// The error codes of the API's documentation; nil is success.
    static func error(_ code: String) -> Error? {
        switch code {
        case "INFO-000": nil
        case "INFO-100": .badKey
        case "INFO-200": .noData
        case "ERROR-300": .rejected(code: code, meaning: "a required value is missing")
        case "ERROR-301": .rejected(code: code, meaning: "the answer's type is missing or wrong")
        case "ERROR-310": .rejected(code: code, meaning: "there is no such service")
        case "ERROR-331", "ERROR-332", "ERROR-333", "ERROR-334":
            .rejected(code: code, meaning: "the range of rows is wrong")
        case "ERROR-335": .rejected(code: code, meaning: "the sample key gives five rows at most")
        case "ERROR-336": .rejected(code: code, meaning: "a request takes 1,000 rows at most")
        case "ERROR-500", "ERROR-600", "ERROR-601": .serverError(code: code)
        default: .rejected(code: code, meaning: "the server refused the request")
        }
    }

    /// An invalid key may be answered in XML, although JSON was asked for.
    private static func error(inXML text: String) -> Error {
        guard let match = text.firstMatch(of: /(INFO|ERROR)-\d{3}/) else { return .unreadable("it is XML") }
        return error(String(match.output.0)) ?? .unreadable("it is XML")
    }

    private static func integer(_ value: Any?) -> Int? {
        (value as? NSNumber)?.intValue ?? (value as? String).flatMap { Int($0) }
    }
}
