import Foundation

/// Makes plans of cards in a reader's language.
struct CardPlanner: Sendable, Localized {
    let places: PlacePresenter

    var views: Views { places.views }
    var language: Language { places.language }

    init(_ app: App, _ language: Language) {
        places = PlacePresenter(app, language, now: SeoulTime(app.clock()))
    }

    func plan(_ choice: CardChoice, of material: CardMaterial) -> CardPlan {
        let photo =
            choice.look == .words
            ? nil : material.photos.first { $0.id == choice.photo } ?? material.photos.first
        return CardPlan(
            look: choice.look,
            subject: material.subject,
            words: CardWords(
                name: name(of: material),
                place: placeText(of: material),
                line: line(choice, material),
                date: dateText(choice, material),
                brand: text("site.name")
            ),
            photo: photo
        )
    }

    /// The first sentence of the text, or of what follows where the title stands on the card already.
    func firstSentence(of material: CardMaterial) -> String {
        let text = material.placeName.isEmpty ? DiaryText.withoutTitle(material.text) : material.text
        let line = DiaryText.wholeTitle(of: text)
        let end = line.indices.first { index in
            ".!?。！？…".contains(line[index]) && line[line.index(after: index)...].first.map(\.isWhitespace) ?? true
        }
        let sentence = end.map { String(line[...$0]) } ?? line
        return sentence.count <= CardChoice.maxLineLength
            ? sentence : String(sentence.prefix(CardChoice.maxLineLength - 1)).trimmed + "…"
    }

    private func name(of material: CardMaterial) -> String {
        if let place = material.place { return place.name }
        if !material.placeName.isEmpty { return material.placeName }
        return material.title.isEmpty ? text("card.day") : material.title
    }

    private func line(_ choice: CardChoice, _ material: CardMaterial) -> String {
        // A line that is refused is said to be before it is drawn.
        let typed = (try? choice.checkedLine) ?? choice.line
        let line = (typed ?? firstSentence(of: material)).trimmed
        guard line.isEmpty, choice.look == .words else { return line }
        // A card of words alone has some.
        let day = choice.hasDate ? material.day.flatMap { SeoulTime.fullText(forDay: $0, language) } : nil
        return day ?? name(of: material)
    }

    /// Such as `★★★★☆ · 마포구 도화동 · 한식`.
    private func placeText(of material: CardMaterial) -> String {
        var parts: [String] = []
        if let stars = material.stars {
            parts.append(String(repeating: "★", count: stars) + String(repeating: "☆", count: 5 - stars))
        }
        if let place = material.place {
            let dong = place.dong.map { places.map.dongName($0, in: place.district, language) }
            parts.append(language.area(places.districtName(place.district), dong))
            parts.append(places.typeName(place.category))
        }
        return parts.joined(separator: " · ")
    }

    /// Such as `2026. 11. 14. 토 · 비 9° · 서윤`.
    private func dateText(_ choice: CardChoice, _ material: CardMaterial) -> String {
        var parts: [String] = []
        if choice.hasDate, let day = material.day.flatMap({ SeoulDay($0) }) {
            let weekday = text("weekday-short.\(day.time.weekday)")
            parts.append("\(day.time.year). \(day.time.month). \(day.time.day). \(weekday)")
        }
        if choice.hasWeather, material.weather.kind != nil { parts.append(weatherText(material.weather)) }
        if choice.hasName { parts.append(material.nickname) }
        return parts.joined(separator: " · ")
    }

    // MARK: In words

    /// The three sizes of a card.
    /// - Parameter source: where a size's picture is.
    func pictures(alt: String, _ source: (CardSize) -> String) -> [CardSheetPage.Picture] {
        CardSize.allCases.map { size in
            CardSheetPage.Picture(
                size: size,
                source: source(size),
                name: text("card.size.\(size.rawValue)"),
                alt: alt
            )
        }
    }

    /// `{place}, {date}. {line} 사진: {photo’s alt}`.
    func alternativeText(of plan: CardPlan, _ choice: CardChoice, _ material: CardMaterial) -> String {
        var head = [places.label(plan.words.name)]
        if choice.hasDate, let day = material.day, let words = SeoulTime.fullText(forDay: day, language) {
            head.append(words)
        }
        if choice.hasWeather, material.weather.kind != nil { head.append(weatherText(material.weather)) }
        var sentences = [head.joined(separator: ", ") + "."]
        if !plan.words.line.isEmpty { sentences.append(plan.words.line) }
        if let photo = plan.photo, !photo.alt.isEmpty {
            sentences.append(text("card.alt-photo", ["alt": .text(photo.alt)]))
        }
        return String(sentences.joined(separator: " ").prefix(AlternativeText.maxLength))
    }

    /// What others would see: a photo, the line, the place, and so on.
    func shown(in plan: CardPlan, _ choice: CardChoice, _ material: CardMaterial) -> String {
        let parts: [(String, Bool)] = [
            ("photo", plan.photo != nil), ("line", !plan.words.line.isEmpty),
            ("place", !material.placeName.isEmpty), ("title", material.placeName.isEmpty),
            ("stars", material.stars != nil), ("date", choice.hasDate && material.day != nil),
            ("weather", choice.hasWeather && material.weather.kind != nil), ("name", choice.hasName),
        ]
        return list(parts)
    }

    /// What they would not see.
    func withheld(from plan: CardPlan, _ choice: CardChoice, _ material: CardMaterial) -> String {
        let others = material.photos.count - (plan.photo == nil ? 0 : 1)
        let parts: [(String, Bool)] = [
            ("text", !isWhole(plan, material)), ("date", !choice.hasDate && material.day != nil),
            ("weather", !choice.hasWeather && material.weather.kind != nil), ("name", !choice.hasName),
            ("minute", material.hasMinute),
        ]
        let photos = others > 0 ? [text("card.told.photos", ["count": .integer(others)])] : []
        return (photos + [list(parts)]).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Whether the card says all that was written.
    private func isWhole(_ plan: CardPlan, _ material: CardMaterial) -> Bool {
        let text = material.text.trimmed
        return text.isEmpty || text == plan.words.line || text == plan.words.name
    }

    private func list(_ parts: [(String, Bool)]) -> String {
        parts.filter(\.1).map { text("card.told.\($0.0)") }.joined(separator: ", ")
    }
}
