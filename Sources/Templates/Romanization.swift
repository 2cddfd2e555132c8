import Foundation

/// Korean in Latin letters by the Revised Romanization (Ministry of Culture and Tourism, notice 2000-8), and back.
package enum Romanization {
    /// The text with each run of Hangul as it is pronounced, in lower case; all else stays as it is.
    package static func roman(_ text: String) -> String {
        guard hasHangul(text) else { return text }
        var result = ""
        var syllables: [Syllable] = []
        // Composing costs more than all else here, and nearly no text needs it.
        let isDecomposed = text.unicodeScalars.contains { (0x1100...0x11FF).contains($0.value) }
        for scalar in (isDecomposed ? text.precomposedStringWithCanonicalMapping : text).unicodeScalars {
            if let syllable = Syllable(scalar) {
                syllables.append(syllable)
            } else {
                result += spelled(syllables)
                syllables = []
                if let letter = letter(scalar) { result += letter } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result + spelled(syllables)
    }

    /// A dong as road signs have it: Mangwon-dong, Jongno 5(o)-ga, Myeong-dong 2(i)-ga.
    package static func dong(_ name: String) -> String {
        guard let end = name.last, let suffix = ["동": "dong", "가": "ga"][end], name.count > 1 else {
            return self.name(name)
        }
        let body = name.dropLast()
        let stem = body.prefix(body.count - body.reversed().prefix { $0.isASCII && $0.isNumber }.count)
        let number = body[stem.endIndex...]
        if number.isEmpty || stem.isEmpty { return "\(self.name(String(body)))-\(suffix)" }
        let said = Int(number).flatMap { digits.indices.contains($0) ? "(\(roman(digits[$0])))" : nil } ?? ""
        let first = suffix == "ga" && stem.hasSuffix("동") ? dong(String(stem)) : self.name(String(stem))
        return "\(first) \(number)\(said)-\(suffix)"
    }

    package static func hasHangul(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3130...0x318F: true
            default: false
            }
        }
    }

    /// Hangul that is spelled like this, the likeliest first; none where the text is no whole Korean word.
    package static func hangul(_ latin: String, limit: Int = 6) -> [String] {
        let letters = Array(latin.lowercased().utf8)
        guard (2...30).contains(letters.count), letters.allSatisfy({ (97...122).contains($0) }) else { return [] }
        var reader = Reader(letters: letters, limit: limit)
        reader.read(from: 0, [])
        let text = String(decoding: letters, as: UTF8.self)
        let words = reader.found.map { String(String.UnicodeScalarView($0.compactMap(\.scalar))) }
        return Array(words.filter { roman($0) == text }.prefix(limit))
    }

    /// A syllable by the numbers of its letters (The Unicode Standard, 3.12).
    fileprivate struct Syllable {
        var initial: Int
        var vowel: Int
        var final: Int

        init(initial: Int, vowel: Int, final: Int) {
            (self.initial, self.vowel, self.final) = (initial, vowel, final)
        }

        init?(_ scalar: Unicode.Scalar) {
            let offset = Int(scalar.value) - 0xAC00
            guard (0..<11_172).contains(offset) else { return nil }
            (initial, vowel, final) = (offset / 588, offset % 588 / 28, offset % 28)
        }

        var scalar: Unicode.Scalar? { Unicode.Scalar(UInt32(0xAC00 + initial * 588 + vowel * 28 + final)) }
    }

    /// A letter outside of a syllable.
    private static func letter(_ scalar: Unicode.Scalar) -> String? {
        let offset = Int(scalar.value) - 0x3131
        return letters.indices.contains(offset) ? letters[offset] : nil
    }

    private static func spelled(_ syllables: [Syllable]) -> String {
        var result = ""
        for (index, syllable) in syllables.enumerated() {
            if index == 0 { result += initials[syllable.initial] }
            result += vowels[syllable.vowel]
            let next = index + 1 < syllables.count ? syllables[index + 1] : nil
            result += next.map { meeting(syllable.final, $0) } ?? finals[syllable.final]
        }
        return result
    }

    /// A final consonant and the next syllable's initial one.
    private static func meeting(_ final: Int, _ next: Syllable) -> String {
        let initial = next.initial
        if final == 0 { return initials[initial] }
        // A silent initial: the final moves over, and before 이 some become palatal.
        if initial == silent {
            if next.vowel == 20, final == 7 || final == 25 { return final == 7 ? "j" : "ch" }
            return carried[final]
        }
        switch (final, initial) {
        case (6, 0): return "nk"
        case (6, 3): return "nt"
        case (6, 12): return "nch"
        case (15, 0): return "lk"
        case (15, 3): return "lt"
        case (15, 12): return "lch"
        case (27, 0): return "k"
        case (27, 3): return "t"
        case (27, 12): return "ch"
        default: break
        }
        let sound = finals[final]
        switch (sound, initial) {
        case ("k", 2), ("k", 5): return "ngn"
        case ("k", 6): return "ngm"
        case ("t", 2), ("t", 5): return "nn"
        case ("t", 6): return "nm"
        case ("p", 2), ("p", 5): return "mn"
        case ("p", 6): return "mm"
        case ("n", 5), ("l", 2), ("l", 5): return "ll"
        case ("m", 5): return "mn"
        case ("ng", 5): return "ngn"
        default: return sound + initials[initial]
        }
    }

    /// How the numbers of dongs are read.
    private static let digits = ["영", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"]
    private static let silent = 11
    private static let initials = [
        "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h",
    ]
    private static let vowels = [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi", "yu", "eu",
        "ui", "i",
    ]
    /// In the order of Unicode's compatibility letters, from U+3131.
    private static let letters =
        [
            "g", "kk", "gs", "n", "nj", "nh", "d", "tt", "r", "lg", "lm", "lb", "ls", "lt", "lp", "lh", "m", "b", "pp",
            "bs", "s", "ss", "ng", "j", "jj", "ch", "k", "t", "p", "h",
        ] + vowels
    /// Before a pause or another consonant.
    private static let finals = [
        "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p", "t", "t", "ng",
        "t", "t", "k", "t", "p", "t",
    ]
    /// Before a silent initial.
    private static let carried = [
        "", "g", "kk", "ks", "n", "nj", "n", "d", "r", "lg", "lm", "lb", "ls", "lt", "lp", "r", "m", "b", "ps", "s",
        "ss", "ng", "j", "ch", "k", "t", "p", "",
    ]

    /// Reads Latin letters syllable by syllable.
    private struct Reader {
        let letters: [UInt8]
        let limit: Int
        var found: [[Syllable]] = []
        /// A bound on the tries: what people type needs far fewer.
        private var attemptsLeft = 2_000

        init(letters: [UInt8], limit: Int) { (self.letters, self.limit) = (letters, limit) }

        mutating func read(from start: Int, _ syllables: [Syllable]) {
            guard attemptsLeft > 0, found.count < limit * 4 else { return }
            attemptsLeft -= 1
            if start == letters.count { return found.append(syllables) }
            for (initial, onset) in Self.onsets where matches(onset, at: start) {
                let middle = start + onset.count
                for (vowel, nucleus) in Self.nuclei where matches(nucleus, at: middle) {
                    let end = middle + nucleus.count
                    for (final, coda) in Self.codas where matches(coda, at: end) {
                        read(
                            from: end + coda.count,
                            syllables + [Syllable(initial: initial, vowel: vowel, final: final)]
                        )
                    }
                }
            }
        }

        private func matches(_ part: [UInt8], at start: Int) -> Bool {
            start + part.count <= letters.count && letters[start..<start + part.count].elementsEqual(part)
        }

        private static func longestFirst(_ parts: [(Int, String)]) -> [(Int, [UInt8])] {
            bytes(parts).sorted { ($1.1.count, $0.0) < ($0.1.count, $1.0) }
        }

        private static func bytes(_ parts: [(Int, String)]) -> [(Int, [UInt8])] {
            parts.map { ($0.0, Array($0.1.utf8)) }
        }

        private static let onsets = longestFirst(
            Array(initials.enumerated()).map { ($0.offset, $0.element) } + [(5, "l"), (5, "n")]
        )
        private static let nuclei = longestFirst(Array(vowels.enumerated()).map { ($0.offset, $0.element) })
        /// The finals that names have, none first: a consonant mostly begins the next syllable. Some are written as they sound
        /// before other consonants.
        private static let codas = bytes([
            (0, ""), (21, "ng"), (1, "k"), (4, "n"), (8, "l"), (16, "m"), (17, "p"), (19, "t"), (1, "g"), (8, "r"),
            (17, "b"), (19, "s"), (4, "l"), (1, "ng"), (17, "m"),
        ])
    }
}
