import Foundation
import Logging

/// Everything a handler depends on. Built once by the command, handed to each feature's routes. A class, since each of
/// them and most of their closures keep it: copies of some thirty values were a good part of the machine code.
package final class App: Sendable {
    /// Environment and flags, checked.
    package let config: Config
    package let database: any Database
    /// Templates and texts in both languages.
    package let views: Views
    /// The files of `Public`, in memory.
    package let assets: Assets
    package let pages: PageResponder
    package let districts: Districts
    /// Names and plates of business types.
    let businessTypes: BusinessTypes
    /// Hours read from texts, remembered.
    let openingHours = OpeningHoursReader()
    package let map: SeoulMap
    /// The stations of Seoul's railways.
    package let stations: Stations
    let dishNames: DishNames
    /// What the words of a search stand for.
    let searchVocabulary: PlaceSearchVocabulary
    let tiles: MapTiles?
    let reservedNames: ReservedNames
    /// How often somebody may do what costs others something.
    let limits: RateLimits
    /// Warns of a proxy behind which all have one address.
    let proxies: UntrustedProxyWarning
    let securityLog: SecurityLog
    let passwordRules: PasswordRules
    /// Passwords are hashed here, on threads of its own.
    package let passwords: PasswordHasher
    /// What takes longer than a request may keep an event loop or the database's threads from others.
    let longWork = BlockingThreadPool(limit: 64)
    let searchLocks = AccountLocks()
    private let exportLocks = AccountLocks()
    /// Makes archives of people's data and takes them in.
    let archives: Archives
    /// Registers that staff have sent to be imported.
    let registerFiles: RegisterFiles
    /// What the site looks at before others see it.
    let screening: Screening
    let photos: Photos
    let cards: CardPictures
    /// The weather of entries that leave it to the site.
    let weather: WeatherWorker
    let statistics: Statistics
    /// Requests counted, timed and logged.
    let observers: RequestObservers
    /// Whose statement about a request's client counts.
    let clientAddresses: ClientAddressRules
    /// Public answers, kept; nil where none is kept.
    let responseCache: ResponseCache?
    let maintenance = Maintenance()
    /// Renders e-mails for `Transaction.enqueue`.
    let emailRenderer: EmailRenderer
    let mailer: any Mailer
    /// Has jobs looked for; for `Transaction.afterCommit`.
    let jobWake = Wake()
    /// The last mails; never in production.
    let sentMails: SentMails?
    package let logger: Logger
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
        sentMails = config.isProduction ? nil : SentMails()
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
        registerFiles = RegisterFiles(dataDirectory: config.dataDirectory)
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
        observers = RequestObservers(logger: logger, traffic: statistics.traffic)
        clientAddresses = ClientAddressRules(
            trusted: config.trustedProxies,
            onUntrusted: proxies.warnOfForwarding
        )
        responseCache = ResponseCache(config, database, maintenance, clock)
    }

    /// The account's lock on exports, to be released once one is sent.
    /// - Throws: a `Problem` with 429 while another export of the account is under way.
    func acquireExportLock(of account: Account.ID) async throws -> AccountLocks.Lock {
        let running = Problem(status: .tooManyRequests, key: "export-running", retryAfter: 1)
        return try await exportLocks.acquire(for: account, maxWaiting: 0, orThrow: running)
    }
}
