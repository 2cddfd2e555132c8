import Foundation

/// A sanction as the person and staff read it.
struct SanctionView: ViewModel {
    let sanction: Sanction
    let appeal: Appeal?
    let now: Date
    /// Why an appeal is not possible, in words; nil where it is.
    let ineligibility: String?

    init(_ sanction: Sanction, _ appeal: Appeal?, at now: Date, _ views: Views, _ language: Language) {
        self.sanction = sanction
        self.now = now
        self.appeal = appeal
        ineligibility = sanction.appealIneligibility(appeal, at: now).map {
            views.text("form-error.\($0.rawValue)", [:], language)
        }
    }

    static let fields: [Field<SanctionView>] = [
        .integer("id") { Int($0.sanction.id) },
        .choice("kind") { $0.sanction.kind },
        .choice("reason") { $0.sanction.reason },
        .text("note") { $0.sanction.note },
        .time("from") { $0.sanction.startsAt },
        .time("until") { $0.sanction.endsAt },
        .time("liftedAt") { $0.sanction.liftedAt },
        .choice("standing") { $0.sanction.status(at: $0.now) },
        .text("target") { $0.sanction.about?.description },
        .object("appeal") { $0.appeal },
        .flag("canAppeal") { $0.ineligibility == nil },
        .time("appealableUntil") { $0.sanction.appealableUntil },
        .text("targetHref") { $0.sanction.about.map { "/\($0.kind.rawValue)s/\($0.key)" } }.viewOnly,
    ]
}
