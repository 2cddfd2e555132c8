import Foundation
import Synchronization

/// Every template, compiled for both languages at start.
package final class Views: Sendable {
    private final class Compiled: Sendable {
        /// The assets' names, which change when an asset is edited.
        let assets: [String: String]
        let programs: [String: [Language: [Instruction]]]
        let texts: [Language: Texts]
        /// Paths and modification times of the template and text files.
        let files: [String: Date]

        init(
            assets: [String: String],
            programs: [String: [Language: [Instruction]]],
            texts: [Language: Texts],
            files: [String: Date]
        ) {
            self.assets = assets
            self.programs = programs
            self.texts = texts
            self.files = files
        }
    }

    private let directory: String
    private let assets: @Sendable () -> [String: String]
    private let pages: [any Page.Type]
    private let layout: any ViewModel.Type
    private let checksEvery: Duration
    /// In production, where no page waits for a lock.
    private let atStart: Compiled
    private let reloads: Bool
    /// The templates compiled from edited files, and the time of the last check.
    private let edited: Mutex<(compiled: Compiled, checked: ContinuousClock.Instant)>

    /// - Parameters:
    ///   - directory: the folder that holds `layout.mustache` and `strings/`.
    ///   - assets: `asset.app.css` → `/assets/app-1f2e3d.css`, called for every compilation.
    ///   - pages: every page type; a missing template or a tag that does not resolve throws with file and line.
    ///   - layout: the fields of the layout around every page.
    ///   - reloads: whether an edited file shows on the next request (development).
    ///   - checksEvery: the time between two checks for edited files, which cost more than a page.
    package init(
        directory: String,
        assets: @autoclosure @escaping @Sendable () -> [String: String],
        pages: [any Page.Type],
        layout: any ViewModel.Type,
        reloads: Bool,
        checksEvery: Duration = .milliseconds(250)
    ) throws {
        self.directory = directory
        self.assets = assets
        self.pages = pages
        self.layout = layout
        self.checksEvery = checksEvery
        self.reloads = reloads
        atStart = try Self.compile(directory: directory, assets: assets(), pages: pages, layout: layout)
        edited = Mutex((atStart, .now))
    }

    /// Appends the rendered page, or one fragment of it, to `output`. Names are looked up in the page, then in the
    /// layout.
    package func render(
        _ page: any Page,
        fragment: String? = nil,
        in layout: any ViewModel,
        _ language: Language,
        into output: inout [UInt8]
    ) throws {
        // Fields are read by their index in the schema that the template was compiled for.
        precondition(type(of: layout) == self.layout)
        let kind = type(of: page)
        let template = fragment.flatMap { kind.fragments[$0] } ?? kind.template
        guard let program = try current().programs[template]?[language] else {
            throw TemplateError(file: "Views/\(template).mustache", line: 1, message: "this page was not compiled")
        }
        TemplateRenderer.render(program, models: [layout, page], language, into: &output)
    }

    /// A text of `Views/strings` with its arguments filled in, unescaped.
    package func text(_ key: String, _ arguments: [String: FieldValue] = [:], _ language: Language) -> String {
        latest.texts[language]?.text(key, arguments) ?? key
    }

    /// Whether a text exists, for keys that come from data.
    package func hasText(_ key: String) -> Bool { latest.texts[.korean]?[key] != nil }

    private var latest: Compiled { reloads ? edited.withLock { $0.compiled } : atStart }

    private func current() throws -> Compiled {
        guard reloads else { return atStart }
        return try edited.withLock { latest in
            if latest.checked.duration(to: .now) >= checksEvery {
                let assets = assets()
                if try Self.changes(in: directory) != latest.compiled.files || assets != latest.compiled.assets {
                    latest.compiled = try Self.compile(
                        directory: directory,
                        assets: assets,
                        pages: pages,
                        layout: layout
                    )
                }
                // Not set after an error: a broken edit fails every page until it is fixed.
                latest.checked = .now
            }
            return latest.compiled
        }
    }

    private static func compile(
        directory: String,
        assets: [String: String],
        pages: [any Page.Type],
        layout: any ViewModel.Type
    ) throws -> Compiled {
        // Listed before anything is read: files edited meanwhile are noticed by the next check.
        let files = try changes(in: directory)
        let templates = try parseAll(in: directory)
        var programs: [String: [Language: [Instruction]]] = [:]
        var allTexts: [Language: Texts] = [:]
        for language in Language.allCases { allTexts[language] = try Texts(language: language, directory: directory) }
        try checkSameKeys(allTexts, directory)
        for (language, texts) in allTexts {
            let compiler = TemplateCompiler(templates: templates, texts: texts, assets: assets)
            for page in pages {
                for template in [page.template] + page.fragments.values {
                    let levels = [layout.schema, page.schema]
                    programs[template, default: [:]][language] = try compiler.compile(template, levels: levels)
                }
            }
        }
        return Compiled(assets: assets, programs: programs, texts: allTexts, files: files)
    }

    private static func checkSameKeys(_ texts: [Language: Texts], _ directory: String) throws {
        guard let korean = texts[.korean], let english = texts[.english] else { return }
        for (one, other) in [(korean, english), (english, korean)] {
            for (key, text) in one.entries where other[key]?.placeholders != text.placeholders {
                let file = "strings/\(one.language.rawValue).json"
                let data = FileManager.default.contents(atPath: "\(directory)/\(file)") ?? Data()
                throw TemplateError(
                    file: "Views/\(file)",
                    line: Texts.line(of: key, in: data),
                    message: "\(key) is missing in \(other.language.rawValue).json or has other placeholders there"
                )
            }
        }
    }

    /// The paths under `directory` that end in `.mustache`, without that ending.
    static func templateNames(in directory: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(".mustache") }.map { String($0.dropLast(".mustache".count)) }.sorted()
    }

    private static func parseAll(in directory: String) throws -> [String: [TemplateNode]] {
        var templates: [String: [TemplateNode]] = [:]
        for name in try templateNames(in: directory) {
            let source = try String(contentsOfFile: "\(directory)/\(name).mustache", encoding: .utf8)
            // The templates of plain-text mails are laid out by hand.
            let text = name.hasSuffix("-text") ? source : unindented(source)
            templates[name] = try TemplateParser.parse(text, file: "Views/\(name).mustache")
        }
        return templates
    }

    /// Removes the indentation of lines, which browsers ignore.
    private static func unindented(_ source: String) -> String {
        source.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " || $0 == "\t" } }
            .joined(separator: "\n")
    }

    private static func changes(in directory: String) throws -> [String: Date] {
        let manager = FileManager.default
        return try manager.subpathsOfDirectory(atPath: directory).reduce(into: [:]) { changes, path in
            let attributes = try manager.attributesOfItem(atPath: "\(directory)/\(path)")
            changes[path] = attributes[.modificationDate] as? Date
        }
    }
}
