import Testing

/// A Korean document (`NAME.ko.md`) holds what the English one does, section by section.
struct TranslationsContractTests {
    /// What must be the same in both languages. Their words are not compared.
    private struct Section {
        let title: Substring
        let level: Int
        /// Without their comments.
        var code: [String] = []
        /// Commands, settings, routes and files: what stands between backticks.
        var names: Set<String> = []
        var links: Set<String> = []
        var tableRows = 0
        var listItems = 0
        /// A Korean text may have more: English writes small ones as words.
        var numbers: Set<String> = []
    }

    private func sections(_ path: String) throws -> [Section] {
        var sections: [Section] = []
        var text = ""
        var isCode = false
        func endSection() {
            guard !sections.isEmpty else { return }
            let last = sections.endIndex - 1
            let names = text.matches(of: /`([^`]+)`/).map { $0.1.split(whereSeparator: \.isWhitespace) }
            sections[last].names = Set(names.map { $0.joined(separator: " ") })
            let links = text.matches(of: /\]\(([^#)]+)/).map { String($0.1).replacing(".ko.md", with: ".md") }
            sections[last].links = Set(links)
            sections[last].numbers = Set(text.matches(of: /[0-9]+([.,:][0-9]+)*/).map { String($0.0) })
            text = ""
        }
        for line in try Project.text(path).split(separator: "\n") {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if isCode {
                sections[sections.endIndex - 1].code.append(String(line.replacing(/\s+# .*/, with: "")))
            } else if line.hasPrefix("#") {
                endSection()
                sections.append(Section(title: line, level: line.prefix { $0 == "#" }.count))
            } else {
                if line.hasPrefix("|") { sections[sections.endIndex - 1].tableRows += 1 }
                if line.prefixMatch(of: /(-|[0-9]+\.)\s/) != nil { sections[sections.endIndex - 1].listItems += 1 }
                text += "\(line)\n"
            }
        }
        endSection()
        return sections
    }

    @Test("A Korean document says what the English one does", arguments: ["README", "docs/operating"])
    func koreanSaysTheSame(_ name: String) throws {
        let (english, korean) = (try sections("\(name).md"), try sections("\(name).ko.md"))
        #expect(english.count > 5)
        #expect(korean.map(\.level) == english.map(\.level))
        for (english, korean) in zip(english, korean) {
            #expect(korean.code == english.code, "\(english.title)")
            #expect(korean.names == english.names, "\(english.title)")
            #expect(korean.links == english.links, "\(english.title)")
            #expect(korean.tableRows == english.tableRows, "\(english.title)")
            #expect(korean.listItems == english.listItems, "\(english.title)")
            #expect(english.numbers.subtracting(korean.numbers) == [], "\(english.title)")
        }
    }
}
