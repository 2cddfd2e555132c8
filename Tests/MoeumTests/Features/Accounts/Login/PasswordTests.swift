import Foundation
import Testing

@testable import Moeum

struct PasswordTests {
    private let rules: PasswordRules

    init() throws {
        rules = try PasswordRules.load(from: Project.root.path + "/Data", siteNames: ["모음", "Moeum"])
    }

    private func error(_ typed: String, _ owner: [String] = []) -> Password.Error? {
        do throws(Password.Error) {
            _ = try rules.newPassword(typed, of: owner)
            return nil
        } catch { return error }
    }

    @Test("Any characters make a password if they are enough") func anyCharacters() {
        let taken = [
            "plumtree", "correct horse battery staple", "        ", "한강에서자전거타기", "🐯🐻🐼🐨🦁🐮🐷🐸", "xK2!pQ9z",
            String(repeating: "ab1Zq", count: 25), "👨‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈🇰🇷🐝🌻🍜📚",
        ]
        // Eight blanks are a pattern, but no fault of length or of characters.
        for typed in taken { #expect([nil, .tooCommon].contains(error(typed)), "\(typed)") }
        #expect(error("plumtree") == nil && error("한강에서자전거타기") == nil && error("🐯🐻🐼🐨🦁🐮🐷🐸") == nil)
    }

    @Test("Length is counted in grapheme clusters") func countClusters() {
        #expect(error("plumtre") == .tooShort && error("") == .tooShort)
        // 7 syllables, written in 16 code points.
        #expect(error("한강자전거가요".decomposedStringWithCanonicalMapping) == .tooShort)
        #expect(error("👨‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈🇰🇷🐝🌻🍜") == .tooShort)
        let long = (0..<128).map { ["p", "l", "u", "m", "x", "7", "!"][$0 * $0 % 7] }.joined()
        #expect(error(long) == nil && error(long + "p") == .tooLong)
        #expect(error(String(repeating: "각", count: 128).decomposedStringWithCanonicalMapping + "q") == .tooLong)
        #expect(error("e" + String(repeating: "\u{301}", count: 100_000)) == .tooLong)
    }

    @Test("Control characters are refused") func controlCharacters() {
        for character in ["\0", "\t", "\n", "\r\n", "\u{1B}", "\u{7F}", "\u{85}"] {
            #expect(error("plum\(character)tree") == .controlCharacter)
            #expect(Password(typed: "plum\(character)tree") == nil)
        }
    }

    @Test("The commonest passwords are refused in any case") func commonest() {
        let common = [
            "password", "PassWord", "12345678", "qwertyuiop", "iloveyou", "1q2w3e4r", "qlalfqjsgh", "qlalfqjsgh123",
            "dkssudgktpdy", "비밀번호1234", "tkfkdgo1!", "korea1234", "11111111", "abcabcabc", "abcdefgh", "87654321",
            "가나다라마바사아자차", "\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}",
        ]
        for typed in common.dropLast(2) { #expect(error(typed) == .tooCommon, "\(typed)") }
        #expect(error("        ") == .tooCommon)
    }

    @Test("The list of common passwords is long enough and normalised") func commonList() throws {
        let text = try Project.text("Data/common-passwords.txt")
        let words = text.split(separator: "\n").dropFirst().flatMap { $0.split(separator: " ") }.map(String.init)
        #expect(words.count > 3_000 && Set(words).count == words.count)
        for word in words {
            #expect(word.count >= 8 && word == word.lowercased(), "\(word)")
            #expect(word.utf8.elementsEqual(word.precomposedStringWithCanonicalMapping.utf8), "\(word)")
        }
        #expect(words.allSatisfy { error($0) == .tooCommon })
    }

    @Test("Nobody's own name is a password") func ownName() {
        let owner = ["Gildong.Hong@mail.example", "책벌레입니다"]
        let like = [
            "gildonghong", "GildongHong1987", "gildong.hong!!", "gildonghonggildonghong", "gildong.hong@mail.example",
            "책벌레입니다12", "책벌레입니다책벌레입니다", "moeummoeum", "Moeum2026!", "모음모음모음모음", "모음모음1234",
        ]
        for typed in like { #expect([.likeYourself, .tooCommon].contains(error(typed, owner)), "\(typed)") }
        #expect(error("gildonghong87", owner) == .likeYourself && error("moeum19990101") == .likeYourself)
        #expect(error("책벌레입니다12", owner) == .likeYourself)
        #expect(error("gildonghong", ["kim@mail.example", ""]) == nil)
        #expect(error("moeum and plums") == nil)
        #expect(error("20260101", ["20260101@mail.example"]) == .likeYourself)
    }

    @Test("The same syllables are the same password") func sameSyllables() throws {
        let typed = "한강에서자전거타기é"
        let one = try #require(Password(typed: typed))
        let other = try #require(Password(typed: typed.decomposedStringWithCanonicalMapping))
        #expect(one.secret.withBytes { Array($0) } == other.secret.withBytes { Array($0) })
        #expect(one.secret.withBytes { Array($0) } == Array(typed.precomposedStringWithCanonicalMapping.utf8))
        // But nothing more than that: no other case, no trimming, no compatibility forms.
        for different in ["plumtree ", "Plumtree", "ｐlumtree"] {
            #expect(try bytes("plumtree") != bytes(different))
        }
    }

    private func bytes(_ typed: String) throws -> [UInt8] {
        try #require(Password(typed: typed)).secret.withBytes { Array($0) }
    }

    @Test("A login takes passwords that no rule allows any more") func oldPasswords() {
        #expect(Password(typed: "password") != nil && Password(typed: "x") != nil)
        #expect(Password(typed: "") == nil && Password(typed: String(repeating: "x", count: 129)) == nil)
    }

    @Test("A password is hidden from logs") func hiddenFromLogs() throws {
        let password = try rules.newPassword("plumtree and pears")
        var dumped = ""
        dump(password, to: &dumped)
        for text in ["\(password)", String(reflecting: password), dumped] { #expect(!text.contains("plum")) }
    }
}
