import Foundation
import HTTPTypes

/// Makes the sheet of a card.
struct CardSheetBuilder: Sendable {
    let planner: CardPlanner
    let source: CardSource
    let choice: CardChoice
    /// Codes by field, of a refused form.
    var errors: [String: String] = [:]
    var status = HTTPResponse.Status.ok
    var typedAlt: String?

    init(_ app: App, _ context: AppRequestContext, _ source: CardSource, _ choice: CardChoice) {
        planner = CardPlanner(app, context.language)
        (self.source, self.choice) = (source, choice)
        do { _ = try choice.checkedLine } catch { (errors, status) = (error.codes, error.status) }
    }

    func page(for member: Member, _ transaction: Transaction) throws -> CardSheetPage {
        let material = try transaction.cardMaterial(of: source, for: member.id)
        // What nobody can draw is not previewed.
        var drawn = choice
        if errors["line"] != nil { drawn.line = nil }
        let plan = planner.plan(drawn, of: material)
        let alt = planner.alternativeText(of: plan, drawn, material)
        return CardSheetPage(
            material: material,
            choice: choice,
            plan: plan,
            pictures: pictures(plan, drawn, alt),
            picks: material.photos.enumerated().map { number, photo in
                CardSheetPage.Pick(
                    photo: photo,
                    alt: photo.alt.isEmpty ? text("photo-field.name", ["number": .integer(number + 1)]) : photo.alt,
                    isChosen: photo.id == plan.photo?.id || (plan.photo == nil && number == 0)
                )
            },
            shown: planner.shown(in: plan, drawn, material),
            withheld: planner.withheld(from: plan, drawn, material),
            alt: typedAlt ?? alt,
            restriction: member.postingRestriction.map { text("error.\($0.problem.key).text") },
            errors: errors.filter { !["line", "alt"].contains($0.key) }.sorted { $0.key < $1.key }.map {
                errorText($0.value, $0.key)
            },
            lineProblem: errors["line"].map { errorText($0, "line") },
            altProblem: errors["alt"].map { errorText($0, "alt") },
            once: SystemRandom.name(),
            cards: try transaction.cards(of: member.id).filter { $0.source == source && $0.isPublic }.map { card in
                ListChoice(
                    label: card.plan.words.line.isEmpty ? card.plan.words.name : card.plan.words.line,
                    href: "/cards/\(card.id)"
                )
            },
            language: planner.language
        )
    }

    private func text(_ key: String, _ arguments: [String: FieldValue] = [:]) -> String { planner.text(key, arguments) }

    private func errorText(_ code: String, _ field: String) -> String {
        let texts = FormTexts(
            views: planner.views,
            language: planner.language,
            arguments: ["mostCards": .integer(Card.maxCount)]
        )
        return texts.errorText(
            code,
            of: "card-\(field)",
            ["maximum": .integer(field == "alt" ? AlternativeText.maxLength : CardChoice.maxLineLength)]
        )
    }

    private func pictures(_ plan: CardPlan, _ choice: CardChoice, _ alt: String) -> [CardSheetPage.Picture] {
        var drawn = choice
        (drawn.photo, drawn.line) = (plan.photo?.id, plan.words.line)
        let items = drawn.items
        return planner.pictures(alt: alt) { size in
            (items + [(name: "size", value: size.rawValue), (name: "lang", value: planner.language.rawValue)])
                .address("\(source.cardPath).jpg")
        }
    }
}
