import Foundation

/// The guidelines: what is removed, what follows a report, how to appeal.
struct ReportGuidelinesPage: Page {
    static let template = "reports/guidelines"

    /// A kind of content that is not allowed, with an explanation.
    struct Reason: ViewModel {
        let name: String
        let label: String
        let text: String

        static let fields: [Field<Reason>] = [
            .text("name") { $0.name }, .text("label") { $0.label }, .text("text") { $0.text },
        ]
    }

    let reasons: [Reason]

    static let fields: [Field<ReportGuidelinesPage>] = [
        .list("reasons") { $0.reasons },
        .integer("appealDays") { _ in Int(Sanction.appealPeriod / 86_400) }.viewOnly,
        .integer("count") { _ in Int(ReporterWeight.leastAge / 86_400) }.viewOnly,
        .integer("keptDays") { _ in Int(Snapshot.lifetime / 86_400) }.viewOnly,
    ]
}
