/// An entry as a Markdown file: front matter with its facts, its text, its photos.
struct DiaryMarkdown: Sendable {
    let entry: DiaryEntry
    /// The district's name.
    let district: String?
    /// The names of the photos' files beside it, and what they show.
    let photos: [(name: String, alt: String)]
    /// Whose weather it is, in words.
    let attributionText: String

    var text: String {
        let facts: [String?] = [
            "date: \(entry.day)", entry.minute.map { "time: \(Self.quoted(SeoulTime.clock($0)))" },
            entry.placeName.isEmpty ? nil : "place: \(Self.quoted(entry.placeName))",
            district.map { "district: \(Self.quoted($0))" }, entry.weather.kind.map { "weather: \($0.rawValue)" },
            entry.weather.temperature.map { "temperature: \(DiaryExport.degrees($0))" },
        ]
        let pictures = photos.map { "![\(Self.label($0.alt))](<\($0.name)>)" }
        let head = (["---"] + facts.compactMap(\.self) + ["---"]).joined(separator: "\n")
        let attribution = entry.weather.attribution.map { "*[\(attributionText)](\($0.address))*" }
        return ([head, entry.text.isEmpty ? nil : entry.text] + pictures + [attribution]).compactMap(\.self)
            .joined(separator: "\n\n") + "\n"
    }

    /// A YAML double-quoted scalar (YAML 1.2.2, 7.3.1), whatever a name holds.
    static func quoted(_ text: String) -> String {
        var output = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": output += "\\\(scalar)"
            case _ where InvisibleCharacters.contains(scalar):
                let digits = String(scalar.value, radix: 16, uppercase: true)
                output += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output + "\""
    }

    private static func label(_ alt: String) -> String {
        alt.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .replacingScalars { ["[", "]", "\\"].contains($0) ? "\\\($0)" : nil }
    }
}
