import Foundation
import Testing

@testable import Moeum
@testable import Templates

/// What people read stands in two files with the same keys, and every key is read somewhere.
struct StringsContractTests {
    private let texts: [Language: Texts]

    init() throws {
        let directory = Project.root.appendingPathComponent("Views").path
        texts = try Dictionary(
            uniqueKeysWithValues: Language.allCases.map { ($0, try Texts(language: $0, directory: directory)) }
        )
    }

    @Test("Both languages have the same keys and placeholders") func compareLanguages() {
        let korean = texts[.korean]?.entries.mapValues(\.placeholders)
        let english = texts[.english]?.entries.mapValues(\.placeholders)
        #expect(korean == english)
    }

    /// Which form a particle has depends on the word before it, which nobody knows yet: `{word}{word:euro}`.
    @Test("No particle after a placeholder is fixed") func followPlaceholders() throws {
        let fixed = /\{[A-Za-z]+(:[a-z]+)?\}[\u{2019}\u{201D}')]*(은|는|이|가|을|를|과|와|로|으로|로는|으로는|예요|이에요)(?![\p{L}])/
        let korean = try Project.text("Views/strings/ko.json")
        #expect(korean.contains(":euro}"))
        #expect(korean.matches(of: fixed).map { String($0.output.0) } == [])
    }

    @Test("Words that were replaced stay away") func avoidOldWords() throws {
        let (korean, english) = (try Project.text("Views/strings/ko.json"), try Project.text("Views/strings/en.json"))
        let gone = ["별명", "다이어리", "견줘", "까닭", "개뿐이에요", "거두", "거둔", "거둘", "저장을 풀", "가득"]
        for word in gone { #expect(!korean.contains(word), "\(word)") }
        for word in ["ratings yet", "fewer letters", "Words alone"] { #expect(!english.contains(word), "\(word)") }
    }

    @Test("Every text is read somewhere") func readTexts() throws {
        let inTemplates = try Project.files("Views", ending: ".mustache").flatMap { file in
            try Project.text(file).matches(of: /\{\{\s*t\.([^}\s]+)\s*\}\}/).map(\.output.1)
        }
        // `{{t.place-status.[status]}}` shows one of several, as an interpolated literal does.
        let choices = inTemplates.filter { $0.contains("[") }.map {
            $0.replacing(/\[.*\]/, with: "*").split(separator: ".")
        }
        let (shown, patterns) = (Set(inTemplates), choices + (try Self.literals()))
        let unread = (texts[.korean]?.entries.keys.sorted() ?? []).filter { key in
            !shown.contains(key[...]) && !patterns.contains { Self.matches(key, $0) }
        }
        #expect(unread == [])
    }

    @Test("Every key that code names exists") func haveKeys() throws {
        let named = try Project.files("Sources", ending: ".swift").flatMap { file in
            try Project.text(file).matches(of: /\btext\("([a-z][a-zA-Z0-9.-]*\.[a-zA-Z0-9.-]+)"[,)]/).map {
                String($0.output.1)
            }
        }
        #expect(!named.isEmpty)
        #expect(Set(named).subtracting(texts[.korean]?.entries.keys.map { $0 } ?? []) == [])
    }

    /// String literals that could be keys: they hold a dot. What is interpolated stands for any one part of a key.
    private static func literals() throws -> [[Substring]] {
        let texts = try Project.files("Sources", ending: ".swift").map { try Project.text($0) }
        let literals = Set(
            texts.flatMap { $0.matches(of: /"([a-z][a-zA-Z-]*\.(?:[a-zA-Z0-9.-]|\\\([^()"]*\))+)"/).map(\.output.1) }
        )
        return literals.map { literal in
            literal.replacing(/\\\([^()"]*\)/, with: "*").split(separator: ".")
        }
    }

    private static func matches(_ key: String, _ literal: [Substring]) -> Bool {
        let parts = key.split(separator: ".")
        guard parts.count == literal.count else { return false }
        return zip(parts, literal).allSatisfy { part, pattern in
            guard let star = pattern.firstIndex(of: "*") else { return part == pattern }
            return part.hasPrefix(pattern[..<star]) && part.hasSuffix(pattern[pattern.index(after: star)...])
        }
    }
}
