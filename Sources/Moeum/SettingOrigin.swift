/// Where settings come from, and names that are none.
extension Setting {
    /// A setting as operators may see it.
    package struct Origin: Sendable, Equatable {
        package let name: String
        /// Masked where it is a secret.
        package let value: String
        package let source: String
    }

    /// Settings and secrets' files that the environment may name.
    private static let variables = all.flatMap { $0.isSecret ? [$0.name, $0.fileName] : [$0.name] }

    /// Warnings of variables of the environment that look like a setting and are none, with the setting that may be meant.
    package static func unknownVariables(in environment: [String: String]) -> [String] {
        environment.keys.filter { $0.hasPrefix("MOEUM_") && !variables.contains($0) }.sorted().map { name in
            let near = variables.map { (name: $0, distance: Self.edits(from: name, to: $0)) }
                .min { $0.distance < $1.distance }
            let hint = near.map { $0.distance <= 3 ? "; did you mean \($0.name)?" : "" } ?? ""
            return "\(name) is no setting\(hint)"
        }
    }

    /// How many letters must be changed, added, left out or swapped with the next (optimal string alignment).
    private static func edits(from one: String, to other: String) -> Int {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        var last: [Int] = []
        var row = Array(0...other.count)
        for i in one.indices {
            var next = [i + 1]
            for j in other.indices {
                var fewest = min(row[j + 1] + 1, next[j] + 1, row[j] + (one[i] == other[j] ? 0 : 1))
                if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
                    fewest = min(fewest, last[j - 1] + 1)
                }
                next.append(fewest)
            }
            (last, row) = (row, next)
        }
        return row[other.count]
    }

    /// - Parameter flags: by their names in the environment.
    func origin(_ flags: [String: String], _ environment: [String: String]) -> Origin {
        let look = Self.lookup(flags, environment)
        if isSecret, let path = look(fileName) {
            let origin = flags[fileName] == nil ? fileName : Self.flag(fileName)
            return Origin(name: name, value: "***", source: "\(origin) (\(path))")
        }
        if let text = look(name) {
            let value = isSecret ? masked(text) : text
            return Origin(name: name, value: value, source: flags[name] == nil ? "environment" : Self.flag(name))
        }
        let value =
            switch standard {
            case .nothing: "-"
            case .value(let text), .described(let text): text.replacing("`", with: "")
            }
        return Origin(name: name, value: value, source: "default")
    }
}
