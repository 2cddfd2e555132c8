import Foundation
import Testing

@testable import Moeum

/// The public Mustache specification's cases, where its files lie beside the project; `TemplateRenderingTests` covers
/// the same ground without them.
@Suite(.enabled(if: MustacheSpecification.isPresent, "the Mustache specification's files are not here"))
struct MustacheSpecificationTests {
    @Test(
        "Every case renders as specified",
        arguments: ["interpolation", "sections", "inverted", "partials", "comments", "~inheritance"]
    )
    func renderCases(file: String) throws {
        for test in try MustacheSpecification.cases(file) {
            let name = "\(file): \(test.name)"
            guard MustacheSpecification.leftOut[name] == nil else { continue }
            guard case .object(let data) = test.data else {
                Issue.record("\(name): data that is no object is neither run nor left out")
                continue
            }
            do {
                let shown = try renderUntyped(test.template, data, partials: test.partials ?? [:])
                #expect(shown == test.expected, "\(name)")
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
    }

    @Test("Every case that is left out exists") func checkOmissions() throws {
        let files = ["interpolation", "sections", "inverted", "partials", "comments", "~inheritance"]
        let names = try files.flatMap { file in
            try MustacheSpecification.cases(file).map { "\(file): \($0.name)" }
        }
        #expect(Set(MustacheSpecification.leftOut.keys).subtracting(names).isEmpty)
    }
}

enum MustacheSpecification {
    struct Case: Decodable {
        let name: String
        let data: JSON
        let template: String
        let expected: String
        let partials: [String: String]?
    }
    private struct File: Decodable {
        let tests: [Case]
    }

    /// Cases that our typed templates leave out, each with its reason. The files on delimiters, lambdas and dynamic
    /// names are left out whole: one syntax everywhere, no code in templates, every partial checked at start.
    static let leftOut: [String: String] = {
        let root = "a template is always given a model, whose values have names"
        let indent =
            "white space inside a line means nothing in HTML, so blocks keep the indentation they were written with"
        return [
            "interpolation: Implicit Iterators - Basic Interpolation": root,
            "interpolation: Implicit Iterators - HTML Escaping": root,
            "interpolation: Implicit Iterators - Triple Mustache": root,
            "interpolation: Implicit Iterators - Ampersand": root,
            "interpolation: Implicit Iterators - Basic Integer Interpolation": root,
            "sections: Implicit Iterator - Root-level": root,
            "sections: Implicit Iterator - Array": "no field is a list of lists",
            "partials: Recursion": "partials are written in place; one that shows itself is an error at start",
            "~inheritance: Inherit": indent,
            "~inheritance: Override parent with newlines": indent,
            "~inheritance: Standalone parent": indent,
            "~inheritance: Standalone block": indent,
            "~inheritance: Block reindentation": indent,
            "~inheritance: Intrinsic indentation": indent,
            "~inheritance: Nested block reindentation": indent,
        ]
    }()

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../../shared/data/mustache-spec").standardized

    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func cases(_ file: String) throws -> [Case] {
        let data = try Data(contentsOf: folder.appendingPathComponent("\(file).json"))
        return try JSONDecoder().decode(File.self, from: data).tests
    }
}
