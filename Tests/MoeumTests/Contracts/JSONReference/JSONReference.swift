import Foundation

@testable import Moeum

/// `docs/json.md`: its head, written by hand, and behind a mark what pages' fields and a site with little in it say.
struct JSONReference {
    static let path = "docs/json.md"
    private static let mark = "<!-- Made from here on: see CONTRIBUTING.md. -->\n"

    private let examples: [JSONExample]
    private let shapes: JSONShapes
    private let sentences: [String: String]

    init(_ examples: [JSONExample]) throws {
        self.examples = examples
        shapes = JSONShapes(JSONPages.sections.flatMap(\.pages).map { $0.type.schema })
        sentences = try Self.sentences()
    }

    /// The whole file, with the head that it has.
    func text() throws -> String {
        let head = try Project.text(Self.path).components(separatedBy: Self.mark)[0]
        let titles = JSONPages.sections.map(\.title) + ["Shapes", "Changes"]
        let contents = titles.map { "- [\($0)](#\($0.lowercased().replacing(" ", with: "-")))\n" }.joined()
        let sections = JSONPages.sections.map { section in
            "\n## \(section.title)\n" + section.pages.map(page).joined()
        }
        return head + Self.mark + "\n" + contents + sections.joined() + sharedShapes + changes
    }

    private func page(_ entry: JSONPages.Entry) -> String {
        let schema = entry.type.schema
        let readers = entry.routes.map { Self.readers(of: $0) }
        let isSame = Set(readers).count == 1
        let addresses = zip(entry.routes, readers).map { isSame ? "`\($0)`" : "`\($0)` (\($1))" }
        let isLong = addresses.count > 3
        let heading = isLong ? "\(schema.typeName)\n\n" : ""
        let words = [sentences[schema.typeName], isSame ? "For \(readers[0])." : nil].compactMap { $0 }
        let outline = "```ts\n\(shapes.outline(schema).text())\n```\n"
        let shown = examples.filter { $0.page == schema.typeName }.map {
            "\n`\($0.request)`\n\n```json\n\($0.text)\n```\n"
        }
        return "\n### " + heading + addresses.joined(separator: isLong ? ",\n" : ", ") + "\n\n"
            + words.joined(separator: " ") + "\n\n" + outline + shown.joined()
    }

    private var sharedShapes: String {
        let all = shapes.named.sorted { $0.key < $1.key }.map { name, schema in
            let sentence = sentences[name].map { "// \($0)\n" } ?? ""
            return sentence + "\(name) = " + shapes.outline(schema).text(after: name.count + 3)
        }
        return "\n## Shapes\n\nWhat several pages have.\n\n```ts\n" + all.joined(separator: "\n\n") + "\n```\n"
    }

    /// What a program can send, by who may, and what is answered.
    private var changes: String {
        let routes = AccessContractTests.rows.keys.filter { !$0.hasPrefix("GET ") }.sorted {
            ($0.split(separator: " ")[1], $0) < ($1.split(separator: " ")[1], $1)
        }
        let groups = Dictionary(grouping: routes) { Self.readers(of: $0) }
        let lists = ["anyone", "members", "moderators and admins", "admins"].map { who in
            "\nFor \(who):\n\n```\n" + (groups[who] ?? []).joined(separator: "\n") + "\n```\n"
        }
        let answers = examples.filter { $0.page == nil }.map { "\($0.request)\n\($0.text)\n" }
        return "\n## Changes\n\n```\n" + answers.joined(separator: "\n") + "```\n" + lists.joined()
    }

    private static func readers(of route: String) -> String {
        switch AccessContractTests.rows[route]?.leastRole {
        case nil: "anyone"
        case .member: "members"
        case .moderator: "moderators and admins"
        case .admin: "admins"
        }
    }

    /// What types' comments say of them, by their names; nothing of a name that several have.
    private static func sentences() throws -> [String: String] {
        var sentences: [String: String] = [:]
        for file in try Project.files("Sources", ending: ".swift") {
            var comment: [Substring] = []
            for line in try Project.text(file).split(separator: "\n") {
                let line = line.drop { $0 == " " }
                if line.hasPrefix("/// ") {
                    comment.append(line.dropFirst(4))
                    continue
                }
                let declared = line.hasPrefix("package ") ? line.dropFirst(8) : line
                if declared.hasPrefix("struct ") {
                    let name = String(declared.dropFirst(7).prefix { $0.isLetter })
                    sentences[name] = sentences[name] == nil ? comment.joined(separator: " ") : ""
                }
                comment = []
            }
        }
        return sentences.filter { !$0.value.isEmpty }
    }
}
