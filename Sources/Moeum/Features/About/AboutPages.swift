/// What Moeum is.
struct AboutPage: Page {
    static let template = "about/about"
    static let fields: [Field<AboutPage>] = []
}

/// Where every fact comes from, how old it is and what is known to be wrong with it.
struct AboutDataPage: Page {
    static let template = "about/data"

    struct Source: ViewModel {
        let key: String
        let label: String
        /// `yyyy-MM-dd`.
        let asOf: String
        let link: WebLink?

        static let fields: [Field<Source>] = [
            .text("key") { $0.key },
            .text("label") { $0.label },
            .text("asOf") { $0.asOf },
            .text("url") { $0.link?.address },
        ]
    }

    let sources: [Source]

    static let fields: [Field<AboutDataPage>] = [.list("sources") { $0.sources }]
}
