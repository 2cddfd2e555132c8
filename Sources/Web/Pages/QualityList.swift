/// The choices in an Accept header with their qualities (RFC 9110 §12.4.2).
struct QualityList {
    /// In the client's order, in lower case, without other parameters.
    package let choices: [(name: String, quality: Double)]

    /// At most twenty choices are read. A quality that is no number from 0 to 1 refuses, as 0 does.
    init(_ header: String) {
        choices = header.lowercased().parts(at: ",", upTo: 21).prefix(20).compactMap { choice in
            let parts = choice.parts(at: ";").map { String($0).trimmed }
            guard let name = parts.first, !name.isEmpty else { return nil }
            guard let text = parts.dropFirst().first(where: { $0.begins(with: "q=") })?.dropFirst(2) else {
                return (name, 1)
            }
            guard let quality = Double(text), (0...1).contains(quality) else { return (name, 0) }
            return (name, quality)
        }
    }

    /// The index and quality of the best choice among these names; nil where none is in the list.
    func best(of names: Set<String>) -> (index: Int, quality: Double)? {
        var best: (index: Int, quality: Double)?
        for (index, choice) in choices.enumerated() where names.contains(choice.name) {
            if choice.quality > best?.quality ?? -1 { best = (index, choice.quality) }
        }
        return best
    }
}
