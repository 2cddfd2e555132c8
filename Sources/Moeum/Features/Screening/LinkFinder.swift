import Foundation

/// Finds links and domains in a text, even where they are not written as addresses.
struct LinkFinder: Sendable {
    /// Whether the text has an address that readers could follow: with `http`, with `www.`, or with a known ending.
    private(set) var hasLink = false
    /// All possible domains in the text, with all of their parts that could be domains, in the form in which they are compared.
    private(set) var domains: Set<String> = []

    init(_ text: String) {
        let scalars = Self.tidied(text)
        var index = 0
        while index < scalars.count {
            guard Self.isName(scalars[index]) else {
                if scalars[index] == ":", Self.isScheme(before: index, scalars) { hasLink = true }
                index += 1
                continue
            }
            let start = index
            while index < scalars.count, Self.isName(scalars[index]) { index += 1 }
            let isMail = start > 0 && scalars[start - 1] == "@"
            let goesOn = index < scalars.count && (scalars[index] == "/" || scalars[index] == ":")
            for part in Self.parts(scalars[start..<index]) { add(part, isMail: isMail, goesOn: goesOn) }
        }
    }

    private mutating func add(_ labels: [String], isMail: Bool, goesOn: Bool) {
        let labels = labels.map(Domain.label)
        guard labels.count > 1 else { return }
        if labels[0] == "www", !isMail { hasLink = true }
        for end in 2...labels.count {
            let name = labels[..<end]
            for start in 0...(end - 2) { domains.insert(name[start...].joined(separator: ".")) }
            let isPath = goesOn && end == labels.count
            if !isMail, Domain.isEnding(labels[end - 1], isPath: isPath), name[end - 2].contains(where: \.isLetter) {
                hasLink = true
            }
        }
    }

    /// The labels of a name, and of its ASCII parts: Korean particles are attached to addresses.
    private static func parts(_ name: ArraySlice<Unicode.Scalar>) -> [[String]] {
        var parts = [labels(name)]
        if name.contains(where: { !$0.isASCII }) {
            parts += name.split { !$0.isASCII }.map(labels)
        }
        // Domains have no more labels than this; of longer names both ends are kept.
        return parts.flatMap { $0.count > 20 ? [Array($0.prefix(20)), $0.suffix(20)] : [$0] }
    }

    private static func labels(_ name: ArraySlice<Unicode.Scalar>) -> [String] {
        name.split(separator: ".").map { label in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: label)
            return String(text)
        }.filter { $0.utf8.count <= 256 }
    }

    private static func isName(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar == "." || scalar == "-" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        }
        return scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
    }

    /// Whether `://` is here, also with backslashes, after `http`, `https` or lookalikes.
    private static func isScheme(before index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard index + 2 < scalars.count, scalars[(index + 1)...(index + 2)].allSatisfy({ $0 == "/" || $0 == "\\" })
        else { return false }
        let word = scalars[max(0, index - 5)..<index].map(String.init).joined()
        return ["http", "https", "hxxp", "hxxps", "ftp"].contains { word.hasSuffix($0) }
    }

    /// Lower case and compatible forms, without invisible characters; dots in disguise become dots.
    private static func tidied(_ text: String) -> [Unicode.Scalar] {
        var tidied: [Unicode.Scalar] = []
        tidied.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x41...0x5A: tidied.append(Unicode.Scalar(UInt8(scalar.value + 0x20)))
            // Ranges whose characters need no look-up in Unicode's tables.
            case 0..<0x80, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x1F300...0x1FAFF: tidied.append(scalar)
            case 0x200B...0x200D, 0xFE0F: break
            default: tidied += folded(scalar)
            }
        }
        return Self.withoutHiding(tidied)
    }

    private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        String(scalar).precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars.compactMap { part in
            if part.value == 0x3002 { return "." }
            return part.properties.isWhitespace || !InvisibleCharacters.contains(part) ? part : nil
        }
    }

    /// `example [.] com`, `example(dot)com` and `example . com` as `example.com`.
    private static func withoutHiding(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var output: [Unicode.Scalar] = []
        output.reserveCapacity(scalars.count)
        var index = 0
        while index < scalars.count {
            if let end = hiddenDot(at: index, scalars) {
                while let last = output.last, last == " " { output.removeLast() }
                output.append(".")
                index = end
            } else {
                output.append(scalars[index])
                index += 1
            }
        }
        return output
    }

    private static func hiddenDot(at start: Int, _ scalars: [Unicode.Scalar]) -> Int? {
        for word in hiddenDots where scalars[start] == word[0] && scalars[start...].starts(with: word) {
            return after(start + word.count, scalars)
        }
        guard scalars[start] == "." else { return nil }
        let end = after(start + 1, scalars)
        guard end > start + 1 || (start > 0 && scalars[start - 1] == " ") else { return nil }
        // A sentence may end here: the dot counts only before a word that begins no sentence.
        let word = scalars[end...].prefix { $0.isASCII && $0.properties.isAlphabetic }
        return plainEndings.contains { word.elementsEqual($0) } ? end : nil
    }

    private static func after(_ index: Int, _ scalars: [Unicode.Scalar]) -> Int {
        var index = index
        while index < scalars.count, scalars[index] == " " { index += 1 }
        return index
    }

    private static let hiddenDots = ["(.)", "[.]", "{.}", "(dot)", "[dot]", "{dot}"].map { Array($0.unicodeScalars) }
    private static let plainEndings = ["com", "net", "org", "kr", "xyz"].map { Array($0.unicodeScalars) }
}
