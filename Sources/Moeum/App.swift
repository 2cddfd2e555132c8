import Foundation
import Logging

/// Everything a handler depends on. Built once by the command, handed to each feature's routes. A class, since each of
/// them and most of their closures keep it: copies of some thirty values were a good part of the machine code.
package final class App: Sendable {
    /// Environment and flags, checked.
    package let config: Config
    /// Rows: SQLite, or PostgreSQL in a build with that trait.
    package let database: any Database
    /// Templates and texts in both languages.
    package let views: Views
    /// The files of `Public`, in memory.
    package let assets: Assets
    /// Answers with typed pages.
    package let pages: PageResponder
    /// The 25 districts.
    package let districts: Districts
    /// Names and plates of business types.
    let businessTypes: BusinessTypes
    /// Hours read from texts, remembered.
    let openingHours = OpeningHoursReader()
    /// The figures of the drawn map.
    package let map: SeoulMap
    /// The stations of Seoul's railways.
    package let stations: Stations
    /// What menus say, in English.
    let dishNames: DishNames
    /// What the words of a search stand for.
    let searchVocabulary: PlaceSearchVocabulary
    /// Map tiles, where they are configured.
    let tiles: MapTiles?
    /// Nicknames that nobody may take.
    let reservedNames: ReservedNames
    /// How often somebody may do what costs others something.
    let limits: RateLimits
    /// Warns of a proxy behind which all have one address.
    let proxies: UntrustedProxyWarning
    /// Lines about security.
    let securityLog: SecurityLog
    /// Which new passwords are taken.
    let passwordRules: PasswordRules
    /// Passwords are hashed here, on threads of its own.
    package let passwords: PasswordHasher
    /// What takes longer than a request may keep an event loop or the database's threads from others.
    let longWork = FileThreads(limit: 64)
    /// Each account has one search through its own texts at a time.
    let searchTurns = AccountTurns()
    /// Each account has one export at a time.
    private let exportTurns = AccountTurns()
    /// Makes archives of people's data and takes them in.
    let archives: Archives
    /// What the site looks at before others see it.
    let screening: Screening
    /// Takes photos in, keeps and serves them.
    let photos: Photos
    /// Draws photo cards and keeps their pictures.
    let cards: CardPictures
    /// Erases accounts that were left, and what is past its time.
    let accountMaintenance: AccountMaintenance
    /// The weather of entries that leave it to the site.
    let weather: WeatherWorker
    /// Visits and empty searches, counted for staff.
    let statistics: Statistics
    /// Requests counted, timed and logged.
    let observers: RequestObservers
    /// Whose statement about a request's client counts.
    let clientAddresses: ClientAddressRules
    /// Public answers, kept; nil where none is kept.
    let responseCache: ResponseCache?
    /// Whether the site is closed.
    let maintenance = Maintenance()
    /// Renders e-mails for `Transaction.enqueue`.
    let emailRenderer: EmailRenderer
    /// Sends mails.
    let mailer: any Mailer
    /// Has jobs looked for; for `Transaction.afterCommit`.
    let jobWake = Wake()
    /// The last mails; never in production.
    let mailbox: Mailbox?
    /// Log lines go here.
    package let logger: Logger
    /// When this process began.
    let startedAt: Date
    /// The time by which requests are answered.
    let clock: @Sendable () -> Date

    /// Reads what stands in files; the database is open already.
    package convenience init(config: Config, database: any Database, logger: Logger) throws {
        let resources = try Resources(config: config)
        try self.init(config: config, resources: resources, database: database, logger: logger) {
            .thisMillisecond
        }
    }

    /// - Parameters:
    ///   - photoWorkers: those that several sites share; nil for its own.
    ///   - clock: a test's stands still, so that nothing hangs on how fast the machine is.
    init(
        config: Config,
        resources: Resources,
        database: any Database,
        logger: Logger,
        photoWorkers: PhotoWorkers? = nil,
        clock: @escaping @Sendable () -> Date
    ) throws {
        self.clock = clock
        startedAt = clock()
        self.config = config
        self.database = database
        self.logger = logger
        assets = resources.assets
        tiles = resources.tiles
        views = resources.views
        districts = resources.districts
        businessTypes = resources.businessTypes
        map = resources.map
        stations = resources.stations
        dishNames = resources.dishNames
        searchVocabulary = resources.searchVocabulary
        reservedNames = resources.reservedNames
        passwordRules = resources.passwordRules
        pages = PageResponder(
            database: database,
            views: views,
            baseURL: config.baseURL,
            cookies: config.cookies,
            offers: Routes.flashOffers
        )
        limits = RateLimits(areOn: config.limits)
        securityLog = SecurityLog(logger: logger, hasWholeAddresses: config.logsWholeAddresses)
        let proxies = UntrustedProxyWarning(config: config, logger: logger)
        self.proxies = proxies
        passwords = PasswordHasher(cost: config.argon2Cost, threads: config.argon2Threads)
        mailbox = config.isProduction ? nil : Mailbox()
        mailer = try config.mailer(name: views.text("site.name", [:], .korean))
        emailRenderer = EmailRenderer(views: views, config: config, clock: clock, onPosted: jobWake.send)
        screening = Screening(limits: limits, emailRenderer: emailRenderer)
        photos = Photos(
            config: config,
            database: database,
            logger: logger,
            workers: photoWorkers,
            clock: clock
        )
        cards = CardPictures(
            folder: "\(config.dataDirectory)/cards",
            work: photos.intake.folder,
            storage: photos.storage,
            workers: photos.workers
        )
        archives = Archives(
            config: config,
            database: database,
            photos: photos,
            views: views,
            emailRenderer: emailRenderer,
            screening: screening,
            clock: clock
        )
        weather = WeatherWorker(config: config, districts: districts, database: database, clock: clock, wake: jobWake)
        statistics = Statistics(config: config, database: database, logger: logger, clock: clock)
        observers = RequestObservers(
            metrics: Metrics(),
            accessLog: AccessLog(logger: logger),
            traffic: statistics.traffic
        )
        clientAddresses = ClientAddressRules(
            trusted: config.trustedProxies,
            onUntrusted: proxies.warnOfForwarding
        )
        responseCache = ResponseCache(config, database, maintenance, clock)
        accountMaintenance = Self.accountMaintenance(
            database: database,
            archives: archives,
            emailRenderer: emailRenderer,
            clock: clock,
            logger: logger
        )
    }

    /// The account's turn to export something, to be ended once it is sent.
    /// - Throws: a `Problem` with 429 while another export of the account is under way.
    func acquireExportTurn(of account: Account.ID) async throws -> AccountTurns.Turn {
        let running = Problem(status: .tooManyRequests, key: "export-running", retryAfter: 1)
        return try await exportTurns.acquire(for: account, maxWaiting: 0, orThrow: running)
    }
}
