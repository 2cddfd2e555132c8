import Foundation
import Testing

@testable import Moeum

/// Templates and page types belong together, one to one.
struct ViewsContractTests {
    @Test("Every template is a page or a part of one") func useTemplates() throws {
        let pages = Routes.pages.flatMap { [$0.template] + $0.fragments.values }
        var used = Set(pages)
        var waiting = pages
        while let name = waiting.popLast() {
            for part in try Project.text("Views/\(name).mustache").matches(of: /\{\{\s*[<>]\s*([^}\s]+)\s*\}\}/) {
                let part = String(part.output.1)
                if used.insert(part).inserted { waiting.append(part) }
            }
        }
        let files = try Project.files("Views", ending: ".mustache")
        #expect(Set(files.map { String($0.dropFirst("Views/".count).dropLast(".mustache".count)) }) == used)
    }

    @Test("No two pages share a template") func separateTemplates() {
        let templates = Routes.pages.map { $0.template }
        #expect(Set(templates).count == templates.count)
    }

    @Test("Every tag of every page resolves in both languages") func resolveTags() throws {
        let assets = try Assets(directory: Project.root.appendingPathComponent("Public").path)
        _ = try Views(
            directory: Project.root.appendingPathComponent("Views").path,
            assets: assets.names,
            pages: Routes.pages,
            layout: PageLayout.self,
            reloads: false
        )
    }

    @Test("Lines fit a screen") func limitLines() throws {
        for file in try Project.files("Views", ending: ".mustache") {
            for (number, line) in try Project.text(file).split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated()
            {
                #expect(line.count <= 160, "\(file):\(number + 1)")
            }
        }
    }

    /// A partial alone on its line is indented with all it shows, which would be part of what stands in a text area.
    @Test("No partial with a text area is indented") func keepTextAreas() throws {
        func isExact(_ name: Substring) throws -> Bool {
            let text = try Project.text("Views/\(name).mustache")
            if text.contains(/<(?:textarea|pre)\b/) { return true }
            return try text.matches(of: /\{\{>\s*([^}\s]+)\s*\}\}/).contains { try isExact($0.output.1) }
        }
        for file in try Project.files("Views", ending: ".mustache") {
            for line in try Project.text(file).split(separator: "\n") {
                guard let part = line.wholeMatch(of: /\s+\{\{>\s*([^}\s]+)\s*\}\}\s*/) else { continue }
                #expect(try !isExact(part.output.1), "\(file): \(line)")
            }
        }
    }
}

/// The project's own files, for tests that read them.
enum Project {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardized

    /// The program itself, built beside the tests.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "moeum").path

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Paths from the root of all files below a folder with that ending.
    static func files(_ folder: String, ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
    }
}
