import Foundation
import Testing

@testable import Moeum
@testable import Templates

/// Every field of a form has its words, and what is wrong with it too.
struct FormsContractTests {
    /// The keys that fields are called by, wherever a form is declared.
    private static func declaredKeys() throws -> Set<String> {
        let control =
            #/
            \.(email|text|textArea|date|newPassword|currentPassword|code|checkbox|radios|select|file)
            \( ( (?: [^()] | \([^()]*\) )* ) \)
            (\s*\{)?
            /#
        let usual = [
            "email": "email", "newPassword": "new-password", "currentPassword": "password", "code": "code",
        ]
        // Those of a place's facts are made from the facts.
        var keys = Set(CorrectableFact.allCases.map(\.control.key))
        for file in try Project.files("Sources/Moeum/Features", ending: ".swift") {
            let source = try Project.text(file)
            guard source.contains("FormDeclaration(") else { continue }
            for match in source.matches(of: control) where match.output.3 == nil {
                let (kind, arguments) = (String(match.output.1), match.output.2)
                let name = arguments.prefixMatch(of: /"([a-z_]+)"/).map {
                    String($0.output.1).replacing("_", with: "-")
                }
                let key = arguments.firstMatch(of: /key: "([a-z-]+)"/).map { String($0.output.1) }
                // A new password is called so whatever its field's name is.
                let named = kind == "newPassword" ? nil : name
                if let key = key ?? named ?? usual[kind] { keys.insert(key) }
            }
        }
        return keys
    }

    private static func texts() throws -> Set<String> {
        let texts = try Texts(language: .korean, directory: Project.root.appendingPathComponent("Views").path)
        return Set(texts.entries.keys)
    }

    @Test("Every field has a label and every label a field") func labelFields() throws {
        let labels = try Self.texts().compactMap {
            $0.wholeMatch(of: /form\.([^.]+)\.label/).map { String($0.output.1) }
        }
        let declared = try Self.declaredKeys()
        #expect(declared.isSuperset(of: ["nickname", "bio", "first-password", "new-email", "agree-terms"]))
        #expect(Set(labels).symmetricDifference(declared) == [])
    }

    @Test("Every problem of a field has its words") func describeProblems() throws {
        let texts = try Self.texts()
        let errors: [(keys: [String], codes: [String])] = [
            (["first-password", "new-password", "replacing-password"], Password.Error.allCases.map(\.rawValue)),
            (["email", "new-email"], EmailAddress.Error.allCases.map(\.rawValue) + ["disposable"]),
            (["nickname"], Nickname.Error.allCases.map(\.rawValue) + ["taken"]),
            (["bio"], Biography.Error.allCases.map(\.rawValue)),
            (["name-ko", "name-en"], Keyword.Names.Error.allCases.map(\.rawValue) + ["taken"]),
            (["review-rating"], ["missing", "invalid"]), (["review-visited-on"], ["invalid", "future"]),
            (["review-body"], ReviewText.Error.allCases.map(\.rawValue)),
            (["review-keyword"], ["too-many"]), (["review-photos"], ["too-many", "gone", "removed"]),
            (["review-alt"], ["too-long"]), (["review-kind"], ["unknown"]),
            (
                ["review-form"],
                Member.PostingRestriction.allCases.map(\.rawValue)
                    + ["not-listed", "exists", "stale", "too-often", "unavailable"]
            ),
            (
                ["list-title", "list-note", "list-entry-note"],
                BoundedText.Error.allCases.map(\.rawValue) + ["required"]
            ),
            (["list-visibility", "list-entry-note"], Member.PostingRestriction.allCases.map(\.rawValue)),
            (["list-nickname"], ["unknown", "yourself", "too-many"]), (["list-form"], ["lists-full", "stale"]),
            (["report-reason"], ["required", "invalid"]),
            (["report-detail"], BoundedText.Error.allCases.map(\.rawValue)),
            (["suggestion-kind"], ["required", "invalid"]),
            (["suggestion-value"], BoundedText.Error.allCases.map(\.rawValue) + ["required", "phone", "mobile"]),
            (
                ["suggestion-source", "suggestion-name", "suggestion-address", "suggestion-link"],
                BoundedText.Error.allCases.map(\.rawValue) + ["link"]
            ),
            (["form"], ["too-often", "first-day"]),
            (["appeal-text"], ReviewText.Error.allCases.map(\.rawValue)),
            (
                ["form"],
                Sanction.AppealIneligibility.allCases.map(\.rawValue) + ["only-admin", "not-verified", "stale"]
            ),
            (["person-until"], ["invalid", "past"]), (["appeal-answer", "role-reason"], ["required", "too-long"]),
            (["takedown-target"], ["required", "invalid", "unknown"]),
            (["takedown-claim", "takedown-decision"], ["required", "invalid"]), (["takedown-entitled"], ["required"]),
            (["takedown-name"], BoundedText.Error.allCases.map(\.rawValue) + ["required"]),
            (
                ["takedown-reason", "objection"],
                BoundedText.Error.allCases.map(\.rawValue) + ["required", "too-short"]
            ),
            (["password", "current-password", "chosen-password"], ["required", "wrong", "too-often"]),
        ]
        let unsaid = errors.flatMap { keys, codes in
            keys.flatMap { key in codes.map { (key, $0) } }.filter { key, code in
                !texts.contains("form-error.\(key).\(code)") && !texts.contains("form-error.\(code)")
            }.map { "\($0.0).\($0.1)" }
        }
        #expect(unsaid == [])
        let files = PhotoRejection.allCases.map(\.rawValue) + ["too-often"]
        #expect(files.filter { !texts.contains("review-form.file-\($0)") } == [])
    }
}
