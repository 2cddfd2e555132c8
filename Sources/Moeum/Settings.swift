import Logging

/// The table of settings, in the order of the help and of `docs/configuration.md`.
extension Setting {
    package static let all =
        common + [
            host, port, baseURL, environment, strictTransportSecurity, trustedProxies, maximumConnections, pageCache,
            metricsPort, tileURL, tileAttribution, seoulAPIKey, registers, registersURL, geocoder, geocoderKey,
            geocoderURL, weatherService, weatherURL, weatherKey, smtpURL, smtpAuthorityFile, mailFrom, mailDirectory,
            contact, limits, accountBytes, argon2Memory, argon2Iterations, argon2Threads, backupTo, backupEvery,
            backupKeep, webhookURL, webhookSecret,
        ]

    package static let common = [dataDirectory, resources, databaseURL, storageURL, logLevel, logFormat, logAddresses]

    /// Where the server listens, for anyone who asks it something.
    package static let address = common + [host, port]

    package static let importing = common + [seoulAPIKey]

    package static let backingUp = common + [backupTo]

    package static let geocoding = common + [geocoder, geocoderKey, geocoderURL]

    /// What `admin` takes: links and mail need the site's address, passwords their cost.
    package static let accounts =
        common + [
            port, baseURL, environment, smtpURL, smtpAuthorityFile, mailFrom, mailDirectory, argon2Memory,
            argon2Iterations,
        ]

    static let dataDirectory = Setting(
        "DATA_DIR",
        .value("./var"),
        decides: "the folder where the site keeps everything: the SQLite database, photos, uploads, archives, mails"
    )
    static let resources = Setting(
        "RESOURCES",
        .described("found near the program"),
        decides: "the folder with `Views`, `Public` and `Data`"
    )
    static let databaseURL = Setting(
        "DATABASE_URL",
        .described("SQLite"),
        isSecret: true,
        decides: """
            PostgreSQL, as `postgres://…`, in a build with the trait `Postgres`; in production with \
            `sslmode=verify-full` where the server is another machine. Otherwise SQLite in the data directory
            """
    )
    static let storageURL = Setting(
        "STORAGE_URL",
        .described("`photos` in the data directory"),
        takes: .storage,
        isSecret: true,
        masked: { StorageLocation($0)?.description ?? "***" },
        decides: """
            where photos are kept: `file:///FOLDER`, or an existing bucket, \
            `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX]?region=R`, each part percent-encoded. `moeum photos migrate` \
            copies the photos there first
            """
    )
    static let logLevel = Setting(
        "LOG_LEVEL",
        .value(Logger.Level.info.rawValue),
        takes: .choice(Logger.Level.allCases.map(\.rawValue)),
        decides: "`trace` to `critical`, to standard error; `info` writes one line per request"
    )
    static let logFormat = Setting(
        "LOG_FORMAT",
        .value("text"),
        takes: .choice(["text", "json"]),
        decides: "`text` or `json`"
    )
    static let logAddresses = Setting(
        "LOG_ADDRESSES",
        .value("masked"),
        takes: .choice(["masked", "full"]),
        decides: """
            `full` writes whole network addresses into the log's security lines (failed and paused logins), as \
            fail2ban needs them, and the privacy page says so; all other lines have masked ones
            """
    )
    static let host = Setting("HOST", .value("127.0.0.1"), decides: "the address it listens on")
    static let port = Setting(
        "PORT",
        .value("8080"),
        takes: .numbers(0...65_535),
        decides: "the port it listens on; 0 picks a free one"
    )
    static let baseURL = Setting(
        "BASE_URL",
        .described("`http://localhost:PORT`"),
        takes: .baseAddress,
        decides: "the site's own address, for links; never taken from a request"
    )
    static let environment = Setting(
        "ENVIRONMENT",
        .value(Config.Environment.development.rawValue),
        takes: .choice([Config.Environment.development.rawValue, Config.Environment.production.rawValue]),
        decides: "`development` shows edited files on reload; `production` refuses unsafe settings at start"
    )
    static let strictTransportSecurity = Setting(
        "HSTS",
        .value(StrictTransportSecurity.on.rawValue),
        takes: .choice(StrictTransportSecurity.allCases.map(\.rawValue)),
        decides: """
            where the site's address is https: `on` makes browsers use https alone for a year, `subdomains` for every \
            name below it too; `off` sends no such header
            """
    )
    static let trustedProxies = Setting(
        "TRUSTED_PROXIES",
        .nothing,
        takes: .list(of: .addressBlock, "blocks of addresses with commas between, such as 10.0.0.0/8,::1"),
        decides: """
            the proxies whose `X-Forwarded-*` headers count, such as `10.0.0.0/8,::1`. Behind a proxy that is not \
            named here all readers share one address and its limits, and the log warns
            """
    )
    static let maximumConnections = Setting(
        "MAX_CONNECTIONS",
        .value("10000"),
        takes: .numbers(1...1_000_000),
        decides: "open connections at one time; further ones wait"
    )
    static let pageCache = Setting(
        "PAGE_CACHE",
        .value("64"),
        takes: .numbers(0...65_536),
        decides: "MiB of memory for finished public pages, each kept until something on it changes; 0 keeps none"
    )
    static let metricsPort = Setting(
        "METRICS_PORT",
        .nothing,
        takes: .numbers(0...65_535),
        decides: "the loopback port that serves `/metrics`"
    )
    static let tileURL = Setting(
        "TILE_URL",
        .nothing,
        takes: .tileAddress,
        decides: """
            the address of map tiles, such as `https://tiles.example/{z}/{x}/{y}.png`, drawn under the pins. Only then \
            do pages load Leaflet (from the site itself), and browsers ask another server
            """
    )
    static let tileAttribution = Setting(
        "TILE_ATTRIBUTION",
        .described("the tiles' host"),
        decides: "the credit beside the map's tiles"
    )
    static let seoulAPIKey = Setting(
        "SEOUL_API_KEY",
        isSecret: true,
        alias: "key",
        decides: """
            for `import seoul` and for imports at `/admin/imports`: the key of the districts' open APIs. Their servers \
            speak plain HTTP only (port 8088), so others on the way can read it: use a key made for nothing else
            """
    )
    static let geocoder = Setting(
        "GEOCODER",
        takes: .choice(Geocoder.Service.allCases.map(\.rawValue)),
        decides: """
            for `geocode`: `kakao` (Kakao Local) or `juso` (business.juso.go.kr). Read the service's terms first: they \
            say whether positions may be kept
            """
    )
    static let geocoderKey = Setting(
        "GEOCODER_KEY",
        isSecret: true,
        decides: "for `geocode`: its key; for `juso` two, of the search and of the coordinates, with a comma between"
    )
    static let geocoderURL = Setting(
        "GEOCODER_URL",
        .described("the service's own"),
        takes: .webAddress,
        decides: "for `geocode`: another address of the service, for tests"
    )
    static let weatherService = Setting(
        "WEATHER_SERVICE",
        .described("`open-meteo` with `MOEUM_WEATHER_URL`, else `none`"),
        takes: .choice(["none"] + WeatherProvider.allCases.map(\.rawValue)),
        decides: """
            the service that is asked for the weather of diary entries: `none`, `open-meteo` (free for what is not \
            commercial), `kma` (apis.data.go.kr, with a key), or `fixed`, which makes it up and which production \
            refuses. It receives a date and the middle of a district
            """
    )
    static let weatherURL = Setting(
        "WEATHER_URL",
        .described("the service's own"),
        takes: .webAddress,
        decides: "another address of that service; for `open-meteo` what comes before `/v1/forecast` and `/v1/archive`"
    )
    static let weatherKey = Setting(
        "WEATHER_KEY",
        isSecret: true,
        decides: "the service's key: `kma` needs one, `open-meteo` gives them to customers"
    )
    static let smtpURL = Setting(
        "SMTP_URL",
        .nothing,
        takes: .mailServer,
        isSecret: true,
        decides: """
            the mail server, `smtp(s)://user:password@host:port`, with TLS and a verified certificate. A server on \
            this machine (`127.0.0.1`) may go without; `?tls=off` does not try TLS. Required in production
            """
    )
    static let mailFrom = Setting(
        "MAIL_FROM",
        .nothing,
        takes: .mailAddress,
        decides: "the sender of the site's mail; required in production"
    )
    static let smtpAuthorityFile = Setting(
        "SMTP_CA_FILE",
        decides: "a file with a certificate authority for the SMTP server, in addition to the system's"
    )
    static let mailDirectory = Setting(
        "MAIL_DIR",
        .described("`mail` in the data directory"),
        decides: "the folder for mails as `.eml` files, where there is no SMTP server"
    )
    static let contact = Setting(
        "CONTACT",
        .described("the sender of the site's mail"),
        takes: .mailAddress,
        decides: "the mail address on `/terms` and `/privacy` for reaching those who run the site"
    )
    static let limits = Setting(
        "LIMITS",
        .value("on"),
        takes: .choice(["on", "off"]),
        decides: "`off` lifts the limits on how often people may act, for tests and demos; production refuses it"
    )
    static let argon2Memory = Setting(
        "ARGON2_MEMORY",
        .value("\(Argon2Cost.least.memory)"),
        takes: .numbers(8...4_194_304),
        decides: "KiB of memory for one password's hash; production refuses less than 19 MiB"
    )
    static let argon2Iterations = Setting(
        "ARGON2_ITERATIONS",
        .value("\(Argon2Cost.least.iterations)"),
        takes: .numbers(1...100),
        decides: "passes over it; production refuses less than 2. After either grows, a login hashes its password again"
    )
    static let argon2Threads = Setting(
        "ARGON2_THREADS",
        .described("half of the cores"),
        takes: .numbers(1...256),
        decides: "passwords hashed at the same time; at most 512 more wait, for 10 s"
    )
    static let backupTo = Setting(
        "BACKUP_TO",
        takes: .storage,
        isSecret: true,
        masked: { StorageLocation($0)?.description ?? "***" },
        decides: """
            where the site makes backups by itself: a folder, best on another disk than the data, or a bucket \
            (`s3://…`, as for photos)
            """
    )
    static let backupEvery = Setting(
        "BACKUP_EVERY",
        .value("24h"),
        takes: .duration,
        decides: "the time between two of these backups, such as `90m`, `24h` or `7d`"
    )
    static let backupKeep = Setting(
        "BACKUP_KEEP",
        .value("14"),
        takes: .numbers(1...10_000),
        decides: "how many of them are kept; older ones are removed once a new one is complete"
    )
    static let webhookURL = Setting(
        "WEBHOOK_URL",
        takes: .webhookAddress,
        isSecret: true,
        decides: """
            another program's address, https or on this machine, that receives urgent reports, takedown requests, \
            failed imports and failed backups
            """
    )
    static let webhookSecret = Setting(
        "WEBHOOK_SECRET",
        isSecret: true,
        decides: "the key that signs what is sent there"
    )
}
