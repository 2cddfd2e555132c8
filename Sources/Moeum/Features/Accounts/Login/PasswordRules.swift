import Foundation

/// Which new passwords are accepted: no rules of composition, but no common ones.
struct PasswordRules: Sendable {
    let common: Set<String>
    /// The site's names in both languages.
    let siteNames: [String]

    /// Reads `common-passwords.txt`: passwords in lower case separated by spaces; the first line is a comment.
    static func load(from directory: String, siteNames: [String]) throws -> PasswordRules {
        let text = try String(contentsOfFile: "\(directory)/common-passwords.txt", encoding: .utf8)
        let lines = text.split(separator: "\n").drop { $0.hasPrefix("# ") }
        return PasswordRules(
            common: Set(lines.joined(separator: " ").split(separator: " ").map(String.init)),
            siteNames: siteNames
        )
    }

    /// A new password as it was typed.
    /// - Parameter owner: words that are easy to guess for this person: the e-mail address, the nickname.
    /// - Throws: why the password is refused.
    func newPassword(_ typed: String, of owner: [String] = []) throws(Password.Error) -> Password {
        let password = try Password(new: typed)
        let text = try Password.normalised(typed)
        if isCommon(text) { throw .tooCommon }
        if isLike(owner + siteNames, text) { throw .likeYourself }
        return password
    }

    /// The same in a form's field, which may be empty.
    func newPassword(
        _ field: String = "password",
        in form: Form,
        of owner: [String]
    ) throws(FormErrors) -> Password {
        let typed = form[field] ?? ""
        if typed.isEmpty { throw FormErrors([field: "required"]) }
        do { return try newPassword(typed, of: owner) } catch { throw FormErrors([field: error.rawValue]) }
    }

    /// Whether the text is on the list, a short piece repeated (`abcabcabc`), or a run of neighbours (`23456789`, `hgfedcba`).
    func isCommon(_ text: String) -> Bool {
        let folded = text.lowercased()
        return common.contains(folded) || Self.isPattern(folded)
    }

    static func isPattern(_ text: String) -> Bool {
        let codes = text.unicodeScalars.map { Int($0.value) }
        guard codes.count > 1 else { return true }
        let steps = zip(codes, codes.dropFirst()).map { $1 - $0 }
        if let step = steps.first, abs(step) == 1, steps.allSatisfy({ $0 == step }) { return true }
        return (1...4).contains { length in
            codes.count >= 2 * length && codes.indices.allSatisfy { codes[$0] == codes[$0 % length] }
        }
    }

    /// Whether the text is only one of the owner's words, perhaps repeated, perhaps followed by digits or signs.
    private func isLike(_ owner: [String], _ text: String) -> Bool {
        let whole = Self.core(text)
        let stem = whole.trimmingSuffix(while: \.isNumber)
        return owner.flatMap { [$0, $0.split(separator: "@").first.map(String.init) ?? ""] }.contains { word in
            let word = Self.core(word)
            let short = word.trimmingSuffix(while: \.isNumber)
            return [word, short].contains {
                $0.count > 1 && (Self.repeats($0, in: whole) || Self.repeats($0, in: stem))
            }
        }
    }

    /// Letters and digits only, in lower case.
    private static func core(_ text: String) -> Substring {
        Substring(text.precomposedStringWithCompatibilityMapping.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    private static func repeats(_ word: Substring, in text: Substring) -> Bool {
        !text.isEmpty && text.count.isMultiple(of: word.count)
            && text == Substring(String(repeating: String(word), count: text.count / word.count))
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> Substring {
        guard let last = lastIndex(where: { !matches($0) }) else { return "" }
        return self[...last]
    }
}
