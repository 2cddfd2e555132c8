import Foundation

/// One of the lists of blocked domains and words, a page at a time.
struct WordsPage: Page {
    static let template = "administration/words"

    let list: WordList
    let tabs: [ListChoice]
    let domains: [ListedDomain]
    let words: [ListedWord]
    /// The text that was searched for.
    let query: String
    /// The last entry of this page, where there are more.
    let next: String?
    let form: FormView

    private var nextAddress: String? {
        next.map { after in
            let items: [(name: String, value: String)] = [("list", list.rawValue), ("q", query), ("after", after)]
            return "/admin/words?\(Form(items: items.filter { !$0.value.isEmpty }).encoded)"
        }
    }

    static let fields: [Field<WordsPage>] = [
        .choice("list") { $0.list },
        .list("tabs") { $0.tabs }.viewOnly,
        .list("domains") { $0.domains },
        .list("words") { $0.words },
        .flag("isEmpty") { $0.domains.isEmpty && $0.words.isEmpty }.viewOnly,
        .text("query") { $0.query },
        .text("next") { $0.nextAddress },
        .object("form") { $0.form },
    ]
}

/// A blocked word as its list shows it.
struct ListedWord: ViewModel {
    let word: BlockedWord
    let addedAt: Date
    /// Nil where that person's account is gone.
    let addedBy: String?

    static let fields: [Field<ListedWord>] = [
        .text("text") { $0.word.text },
        .text("kind") { $0.word.kind.rawValue },
        .choice("effect") { $0.word.effect },
        .time("addedAt") { $0.addedAt },
        .text("addedBy") { $0.addedBy },
    ]
}

/// The lists of what the site refuses.
enum WordList: String, Sendable, CaseIterable {
    /// Disposable e-mail domains.
    case mail
    case words
    /// Domains to which nobody may link.
    case links

    /// The kind of blocked word; nil for disposable e-mail domains.
    var kind: BlockedWord.Kind? {
        switch self {
        case .mail: nil
        case .words: .word
        case .links: .domain
        }
    }

    var path: String { self == .mail ? "/admin/words" : "/admin/words?list=\(rawValue)" }

    /// The name of the form's text field.
    var field: String {
        switch self {
        case .mail: "domain"
        case .words: "words"
        case .links: "links"
        }
    }

    var form: FormDeclaration {
        let controls: [FormControl] =
            switch self {
            case .mail: [.textArea("domain")]
            case .words: [.hidden("list"), .textArea("words", key: "blocked-words"), Self.effects]
            case .links: [.hidden("list"), .textArea("links", key: "blocked-links"), Self.effects]
            }
        return FormDeclaration(action: "/admin/words", submit: "admin.words.add", controls)
    }

    private static let effects = FormControl.radios(
        "effect",
        BlockedWord.Effect.allCases.map(\.rawValue),
        key: "blocked-effect"
    )
}

/// The lines that were typed into the form.
struct WordLines: Sendable {
    /// Lines of one form.
    static let maxCount = 500

    let list: WordList
    /// Without duplicates.
    let domains: [String]
    let words: [BlockedWord]

    init(_ list: WordList, _ form: Form) throws(FormErrors) {
        /// - Parameter line: the first invalid one.
        func formErrors(_ code: String, _ line: String = "", field: String? = nil) -> FormErrors {
            FormErrors([field ?? list.field: code], arguments: ["line": .text(String(line.prefix(60)))])
        }
        let typed = form[list.field] ?? ""
        let lines = typed.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
        if lines.isEmpty { throw formErrors("required") }
        if lines.count > Self.maxCount { throw formErrors("too-many-lines") }
        var (domains, words): ([String], [BlockedWord]) = ([], [])
        if let kind = list.kind {
            guard let effect = BlockedWord.Effect(rawValue: form["effect"] ?? "") else {
                throw formErrors("invalid", field: "effect")
            }
            var keys: Set<String> = []
            for line in lines {
                do {
                    let word = try BlockedWord(kind, line, effect)
                    if keys.insert(word.key).inserted { words.append(word) }
                } catch { throw formErrors(error.rawValue, line) }
            }
        } else {
            for line in lines {
                guard let domain = ListedDomain.domain(line) else { throw formErrors("invalid", line) }
                if !domains.contains(domain) { domains.append(domain) }
            }
        }
        (self.list, self.domains, self.words) = (list, domains, words)
    }
}
