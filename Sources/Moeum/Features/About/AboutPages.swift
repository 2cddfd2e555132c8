/// The page about Moeum.
struct AboutPage: Page {
    static let template = "about/about"
    static let fields: [Field<AboutPage>] = []
}

/// The page about the data: sources, their age and known defects.
struct AboutDataPage: Page {
    static let template = "about/data"

    let coverage: DataCoverage
    let sources: [SourceCard]

    static let fields: [Field<AboutDataPage>] = [
        .object("coverage") { $0.coverage }, .list("sources") { $0.sources },
    ]
}

/// One source: how many places come from it, how old its data is, and its last import.
struct SourceCard: ViewModel {
    let report: SourceReport
    let label: String
    let remarks: [String]
    let lastImport: LastImportCard?
    let link: WebLink?

    /// The oldest date of the data, as precise as known.
    var oldest: String { report.oldest ?? report.source.asOf }
    var newest: String { report.newest ?? report.source.asOf }

    static let fields: [Field<SourceCard>] = [
        .text("key") { $0.report.source.id },
        .text("label") { $0.label },
        .text("asOf") { $0.report.source.asOf },
        .text("oldest") { $0.oldest },
        .text("newest") { $0.newest },
        .flag("isOfOneDay") { $0.oldest == $0.newest }.viewOnly,
        .text("url") { $0.link?.address },
        .text("licence") { $0.report.source.licence },
        .flag("hasPlaces") { !$0.report.places.isEmpty }.viewOnly,
        .integer("listed") { $0.report.count(.listed) },
        .integer("cancelled") { $0.report.count(.cancelled) },
        .integer("closed") { $0.report.count(.closed) },
        .integer("facts") { $0.report.facts },
        .object("lastImport") { $0.lastImport },
        .texts("remarks") { $0.remarks },
    ]
}

/// The result of a source's last import.
struct LastImportCard: ViewModel {
    /// Rows refused for one reason, and how many.
    struct Rejection: ViewModel {
        let reason: String
        let label: String
        let rows: Int

        static let fields: [Field<Rejection>] = [
            .text("reason") { $0.reason }, .text("label") { $0.label }, .integer("rows") { $0.rows },
        ]
    }

    let last: LastImport
    let rejections: [Rejection]
    let failedNames: [String]

    static let fields: [Field<LastImportCard>] = [
        .time("at") { $0.last.finishedAt },
        .integer("rowsRead") { $0.last.rowsRead },
        .integer("inserted") { $0.last.counts.inserted },
        .integer("changed") { $0.last.counts.changed },
        .integer("unchanged") { $0.last.counts.unchanged },
        .integer("left") { $0.last.counts.cancelled },
        .integer("refused") { $0.last.rejected },
        .list("refusals") { $0.rejections },
        .texts("failedDistricts") { $0.last.failedDistricts },
        .text("failedText") { $0.failedNames.isEmpty ? nil : $0.failedNames.joined(separator: ", ") }.viewOnly,
    ]
}
