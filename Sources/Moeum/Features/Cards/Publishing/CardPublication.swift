import Foundation
import HTTPTypes

/// Makes a card public, as far as a review by the same person with the same words and photo could be.
struct CardPublication: Sendable {
    let app: App
    let planner: CardPlanner
    let source: CardSource
    let choice: CardChoice

    /// - Parameters:
    ///   - key: of the form; the same key makes one card only.
    ///   - seen: the key of the card that its maker was shown; nil where none was.
    ///   - alt: what was typed of the alternative text; nil for the one that is proposed.
    func publish(once key: String, seen: String?, alt: String?, by member: Member) async throws -> Card {
        _ = try choice.checkedLine
        let checkedAlt: String?
        do { checkedAlt = try alt.map(AlternativeText.init)?.text } catch { throw FormErrors(["alt": error.rawValue]) }
        let now = app.clock()
        let card = try await write { transaction in
            if let made = try transaction.card(once: key, of: member.id) {
                if made.withdrawnAt != nil { throw PublicCardRoutes.gone }
                return made
            }
            let material = try transaction.cardMaterial(of: source, for: member.id)
            if case .review(let id) = source, try transaction.review(id)?.isShown != true { throw Problem.notFound }
            let plan = planner.plan(choice, of: material)
            // Nothing is made public that its maker has not been shown.
            if let seen, seen != plan.key {
                throw FormErrors([FormDeclaration.wholeForm: "not-seen"], status: .conflict)
            }
            let alt = checkedAlt ?? planner.alternativeText(of: plan, choice, material)
            try screen(plan, alt, by: member.id, at: now, transaction)
            try admit(member.id, at: now, transaction)
            let hasWeather = choice.hasWeather && material.weather.kind != nil
            let card = Card(
                id: .next(),
                token: SystemRandom.name(),
                account: member.id,
                source: source,
                place: material.place?.id,
                plan: plan,
                weatherProvider: hasWeather ? material.weather.provider : nil,
                alt: alt,
                createdAt: now,
                hiddenAt: nil,
                withdrawnAt: nil,
                isAlive: true
            )
            try transaction.insertCard(card, once: key)
            return card
        }
        app.logger.info("card published", metadata: ["card": "\(card.id)", "account": "\(member.id)"])
        return card
    }

    /// Tries again where the same form was sent at the same moment.
    private func write(_ body: @escaping @Sendable (Transaction) throws -> Card) async throws -> Card {
        do { return try await app.database.write(body) } catch DatabaseError.uniqueViolation {
            return try await app.database.write(body)
        }
    }

    /// Public words and pictures that cannot be held are refused.
    private func screen(
        _ plan: CardPlan,
        _ alt: String,
        by account: Account.ID,
        at now: Date,
        _ transaction: Transaction
    ) throws {
        let words = plan.words
        var errors: [String: String] = [:]
        // A place's name is nobody's own word.
        let line = plan.subject == .words ? "\(words.name)\n\(words.line)" : words.line
        for (field, text) in [("line", line), ("alt", alt)] {
            errors[field] = try app.screening.rejection(
                inPublicText: PreparedText(text),
                by: account,
                at: now,
                transaction
            )
        }
        if let photo = plan.photo {
            let distance = try transaction.siteSettings()[.photoLikeness]
            let removed = try transaction.photosLikeRemoved(among: [photo.id], within: distance)
            if !removed.isEmpty { errors["photo"] = "card-picture" }
        }
        if !errors.isEmpty { throw FormErrors(errors) }
    }

    private func admit(_ account: Account.ID, at now: Date, _ transaction: Transaction) throws {
        guard try transaction.cardCount(of: account) < Card.maxCount else {
            throw FormErrors([FormDeclaration.wholeForm: "cards-full"], status: .conflict)
        }
        let retryAfter = try transaction.consumeRateLimit(app.limits.cards, for: String(account), at: now.milliseconds)
        if let retryAfter { throw Self.rateLimited("too-often", retryAfter) }
        let firstDay = NewAccountLimits(limits: app.limits)
        if let retryAfter = try firstDay.consume(.review, of: account, at: now, transaction) {
            throw Self.rateLimited("first-day", retryAfter)
        }
    }

    private static func rateLimited(_ code: String, _ retryAfter: Int) -> FormErrors {
        FormErrors([FormDeclaration.wholeForm: code], status: .tooManyRequests, retryAfter: retryAfter)
    }
}
