import HTTPTypes
import Hummingbird

/// The pages about Moeum and its data, and the files that browsers and crawlers ask of any site.
struct AboutRoutes: RouteGroup {
    let app: App
    /// Reports of all sources: counting every place is slow on a large site.
    private let kept = DataCache<Int, [SourceReport]>()
    /// By the day on which they were counted.
    private let coverages = DataCache<String, DataCoverage>(limit: 2)

    func mount(on router: Router<AppRequestContext>) {
        router.get("/about", for: .anyone, use: showAbout)
        router.get("/about/data", for: .anyone, use: showData)
        router.get("/robots.txt", for: .anyone, use: showRobots)
        router.get("/manifest.webmanifest", for: .anyone, use: showManifest)
    }

    @Sendable func showAbout(_ context: AppRequestContext) async throws -> Response {
        let title = context.text("about.title")
        return try await app.pages.respond(to: context, title: title, section: .about) { _ in AboutPage() }
    }

    @Sendable func showData(_ context: AppRequestContext) async throws -> Response {
        let title = context.text("data.title")
        return try await app.pages.respond(to: context, title: title, section: .about) { transaction in
            let reports = try transaction.value(from: kept) { try transaction.sourceReports() }
            let sources = reports.filter(\.isUsed).sorted { $0.count(.listed) > $1.count(.listed) }.map {
                card(of: $0, context.language)
            }
            let now = SeoulTime(app.clock())
            let coverage = try transaction.value(of: now.isoDay, from: coverages) {
                try transaction.dataCoverage(at: now)
            }
            return AboutDataPage(coverage: coverage, sources: sources)
        }
    }

    private func card(of report: SourceReport, _ language: Language) -> SourceCard {
        SourceCard(
            report: report,
            label: report.source.name(language),
            remarks: report.source.remarks.map { language == .english ? $0.en : $0.ko },
            lastImport: report.lastImport.map { card(of: $0, language) },
            link: WebLink(report.source.url)
        )
    }

    private func card(of last: LastImport, _ language: Language) -> LastImportCard {
        LastImportCard(
            last: last,
            rejections: last.rejections.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map {
                reason,
                rows in
                LastImportCard.Rejection(
                    reason: reason.rawValue,
                    label: app.views.text("data.refusal.\(reason.rawValue)", [:], language),
                    rows: rows
                )
            },
            failedNames: last.failedDistricts.map { app.districts[slug: $0]?.name(language) ?? $0 }
        )
    }

    @Sendable func showRobots(_ context: AppRequestContext) -> Response {
        let body = "User-agent: *\nDisallow: /reports/\nDisallow: /suggestions/\nDisallow: /places/suggest\n"
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "public, max-age=3600"],
            body: ResponseBody(bytes: Array(body.utf8))
        )
    }

    @Sendable func showManifest(_ context: AppRequestContext) throws -> Response {
        let page = Manifest(
            name: "\(context.text("site.title")) · \(context.text("site.name"))",
            shortName: context.text("site.name"),
            icons: [
                Manifest.Icon(src: "/icon-192.png", sizes: "192x192", type: "image/png"),
                Manifest.Icon(src: "/icon-512.png", sizes: "512x512", type: "image/png"),
                Manifest.Icon(src: "/icon.svg", sizes: "any", type: "image/svg+xml"),
            ]
        )
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/manifest+json", .cacheControl: "public, max-age=3600",
                .vary: "Accept-Language, Cookie",
            ],
            body: ResponseBody(bytes: JSONRepresentation.encode(page))
        )
    }
}

/// A web application manifest (https://www.w3.org/TR/appmanifest/), for a home screen.
struct Manifest: ViewModel {
    struct Icon: ViewModel {
        let src: String
        let sizes: String
        let type: String

        static let fields: [Field<Icon>] = [
            .text("src") { $0.src }, .text("sizes") { $0.sizes }, .text("type") { $0.type },
        ]
    }

    let name: String
    let shortName: String
    let icons: [Icon]

    static let fields: [Field<Manifest>] = [
        .text("name") { $0.name },
        .text("short_name") { $0.shortName },
        .text("start_url") { _ in "/" },
        .text("display") { _ in "minimal-ui" },
        .text("background_color") { _ in "#F5F7FB" },
        .text("theme_color") { _ in "#F5F7FB" },
        .list("icons") { $0.icons },
    ]
}
