import Foundation

/// What the site does not take, one list of it at a time, some at a time.
struct WordsPage: Page {
    static let template = "administration/words"

    let list: WordList
    let tabs: [ListChoice]
    let domains: [ListedDomain]
    let words: [ListedWord]
    /// What was searched for.
    let query: String
    /// The last of this page, where there are more.
    let next: String?
    let form: FormView
    let frame: AdministrationFrame

    private var nextAddress: String? {
        next.map { after in
            let items = [("list", list.rawValue), ("q", query), ("after", after)]
            let parts = items.filter { !$0.1.isEmpty }.map { name, value in
                "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
            }
            return "/admin/words?\(parts.joined(separator: "&"))"
        }
    }

    static let fields: [Field<WordsPage>] = [
        .text("list") { $0.list.rawValue },
        .list("tabs") { $0.tabs }.viewOnly,
        .list("domains") { $0.domains },
        .list("words") { $0.words },
        .flag("isEmpty") { $0.domains.isEmpty && $0.words.isEmpty }.viewOnly,
        .text("query") { $0.query },
        .flag("isMail") { $0.list == .mail }.viewOnly,
        .flag("isWords") { $0.list == .words }.viewOnly,
        .flag("isLinks") { $0.list == .links }.viewOnly,
        .text("next") { $0.nextAddress },
        .object("form") { $0.form },
        .object("frame") { $0.frame }.viewOnly,
    ]
}

/// A blocked word as staff see it in its list.
struct ListedWord: ViewModel {
    let word: BlockedWord
    let addedAt: Date
    /// Nil where that person has left.
    let addedBy: String?

    static let fields: [Field<ListedWord>] = [
        .text("text") { $0.word.text },
        .text("kind") { $0.word.kind.rawValue },
        .text("effect") { $0.word.effect.rawValue },
        .flag("isHold") { $0.word.effect == .hold }.viewOnly,
        .time("addedAt") { $0.addedAt },
        .text("addedBy") { $0.addedBy },
    ]
}

/// The lists of what the site does not take.
enum WordList: String, Sendable, CaseIterable {
    /// Domains of throwaway mail.
    case mail
    case words
    /// Domains that nobody is led to.
    case links

    /// Of blocked words; nil for those of mail.
    var kind: BlockedWord.Kind? {
        switch self {
        case .mail: nil
        case .words: .word
        case .links: .domain
        }
    }

    var path: String { self == .mail ? "/admin/words" : "/admin/words?list=\(rawValue)" }

    /// The name of the field that lines are typed into.
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

/// What somebody typed to be added, line by line.
struct WordLines: Sendable {
    /// Why nothing was added.
    struct Refusal: Error {
        let field: String
        let code: String
        /// The first line that is wrong.
        let line: String
    }

    /// At once.
    static let maxCount = 500

    let list: WordList
    /// What is to be listed, each once.
    let domains: [String]
    let words: [BlockedWord]

    init(_ list: WordList, _ form: Form) throws(Refusal) {
        func refuse(_ code: String, _ line: String = "", field: String? = nil) -> Refusal {
            Refusal(field: field ?? list.field, code: code, line: String(line.prefix(60)))
        }
        let typed = form[list.field] ?? ""
        let lines = typed.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
        if lines.isEmpty { throw refuse("required") }
        if lines.count > Self.maxCount { throw refuse("too-many-lines") }
        var (domains, words): ([String], [BlockedWord]) = ([], [])
        if let kind = list.kind {
            guard let effect = BlockedWord.Effect(rawValue: form["effect"] ?? "") else {
                throw refuse("invalid", field: "effect")
            }
            var keys: Set<String> = []
            for line in lines {
                do {
                    let word = try BlockedWord(kind, line, effect)
                    if keys.insert(word.key).inserted { words.append(word) }
                } catch { throw refuse(error.rawValue, line) }
            }
        } else {
            for line in lines {
                guard let domain = ListedDomain.domain(line) else { throw refuse("invalid", line) }
                if !domains.contains(domain) { domains.append(domain) }
            }
        }
        (self.list, self.domains, self.words) = (list, domains, words)
    }
}
