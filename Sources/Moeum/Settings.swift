import Logging

/// The table of settings, in the order of the help and of `docs/configuration.md`.
extension Setting {
    package static let all =
        common + [
            host, port, baseURL, environment, strictTransportSecurity, trustedProxies, maximumConnections, pageCache,
            metricsPort, tileURL,
            tileAttribution, seoulAPIKey, geocoder, geocoderKey, geocoderURL, weatherService, weatherURL, weatherKey,
            smtpURL,
            smtpAuthorityFile, mailFrom, mailDirectory, contact, limits, accountBytes, argon2Memory, argon2Iterations,
            argon2Threads,
            backupTo, backupEvery, backupKeep, webhookURL, webhookSecret,
        ]

    /// What every command takes.
    package static let common = [dataDirectory, resources, databaseURL, storageURL, logLevel, logFormat, logAddresses]

    /// Where the server listens, for whoever asks it something.
    package static let address = common + [host, port]

    /// What `import seoul` takes.
    package static let importing = common + [seoulAPIKey]

    /// What `backup` and `restore` take.
    package static let backingUp = common + [backupTo]

    /// What `geocode` takes.
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
        decides: "the folder of all that the site keeps: the SQLite database, photos, files coming in, "
            + "archives, mails"
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
        decides:
            "`postgres://…` in a build with that trait, in production with `sslmode=verify-full` to another machine; "
            + "otherwise SQLite in the data directory"
    )
    static let storageURL = Setting(
        "STORAGE_URL",
        .described("`photos` in the data directory"),
        takes: .storage,
        isSecret: true,
        masked: { StorageLocation($0)?.description ?? "***" },
        decides: """
            where photos are kept: `file:///FOLDER`, or a bucket that is there, \
            `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX]?region=R`, each part percent-encoded; `moeum photos migrate` moves \
            them before
            """
    )
    static let logLevel = Setting(
        "LOG_LEVEL",
        .value(Logger.Level.info.rawValue),
        takes: .choice(Logger.Level.allCases.map(\.rawValue)),
        decides: "`trace` to `critical`; at `info` one line a request, to standard error"
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
            `full` writes whole network addresses into the log's lines about security (failed and paused logins), as \
            fail2ban needs them, which the privacy page then says; all other lines have them `masked`
            """
    )
    static let host = Setting("HOST", .value("127.0.0.1"), decides: "the address it listens on")
    static let port = Setting(
        "PORT",
        .value("8080"),
        takes: .numbers(0...65_535),
        decides: "its port; 0 picks a free one"
    )
    static let baseURL = Setting(
        "BASE_URL",
        .described("`http://localhost:PORT`"),
        takes: .baseAddress,
        decides: "the site's own address in links; never taken from a request"
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
            `on` tells browsers of an https address to use https alone, for a year; `subdomains` also for every name below \
            it; `off` says nothing
            """
    )
    static let trustedProxies = Setting(
        "TRUSTED_PROXIES",
        .nothing,
        takes: .list(of: .addressBlock, "blocks of addresses with commas between, such as 10.0.0.0/8,::1"),
        decides: """
            whose `X-Forwarded-*` headers count, such as `10.0.0.0/8,::1`; behind one that is not named all readers share \
            one address and its limits, of which the log warns
            """
    )
    static let maximumConnections = Setting(
        "MAX_CONNECTIONS",
        .value("10000"),
        takes: .numbers(1...1_000_000),
        decides: "past it new connections wait"
    )
    static let pageCache = Setting(
        "PAGE_CACHE",
        .value("64"),
        takes: .numbers(0...65_536),
        decides: "MiB of public pages that are kept until something on them changes; 0 makes each anew"
    )
    static let metricsPort = Setting(
        "METRICS_PORT",
        .nothing,
        takes: .numbers(0...65_535),
        decides: "a loopback port for `/metrics`"
    )
    static let tileURL = Setting(
        "TILE_URL",
        .nothing,
        takes: .tileAddress,
        decides: """
            map tiles, such as `https://tiles.example/{z}/{x}/{y}.png`, under the pins; only then pages load Leaflet, from \
            our own address, and readers' browsers ask another site
            """
    )
    static let tileAttribution = Setting(
        "TILE_ATTRIBUTION",
        .described("the tiles' host"),
        decides: "whom the map names beside the tiles"
    )
    static let seoulAPIKey = Setting(
        "SEOUL_API_KEY",
        isSecret: true,
        alias: "key",
        decides: """
            for `import seoul`; the districts' servers speak plain HTTP alone (port 8088), so whoever carries the request \
            can read it: use a key made for nothing else
            """
    )
    static let geocoder = Setting(
        "GEOCODER",
        takes: .choice(Geocoder.Service.allCases.map(\.rawValue)),
        decides: """
            for `geocode`: `kakao` (Kakao Local) or `juso` (business.juso.go.kr); read its terms first, they say whether \
            positions may be kept
            """
    )
    static let geocoderKey = Setting(
        "GEOCODER_KEY",
        isSecret: true,
        decides: "for `geocode`: its key; for `juso` two with a comma between, of the search and of the coordinates"
    )
    static let geocoderURL = Setting(
        "GEOCODER_URL",
        .described("the service's own"),
        takes: .webAddress,
        decides: "for `geocode`: another address of the service, as tests have"
    )
    static let weatherService = Setting(
        "WEATHER_SERVICE",
        .described("`open-meteo` where an address is set, else `none`"),
        takes: .choice(["none"] + WeatherProvider.allCases.map(\.rawValue)),
        decides: """
            whom the site asks for the weather of diary entries: `none`, `open-meteo` (free where nothing is earned), `kma` \
            (apis.data.go.kr, with a key), or `fixed`, which makes it up and which production refuses; they are told the \
            middle of a district and a day
            """
    )
    static let weatherURL = Setting(
        "WEATHER_URL",
        .described("the service's own"),
        takes: .webAddress,
        decides: "another address of that service: for `open-meteo` what `/v1/forecast` and `/v1/archive` stand below"
    )
    static let weatherKey = Setting(
        "WEATHER_KEY",
        isSecret: true,
        decides: "its key: `kma` needs one, `open-meteo` has them for customers"
    )
    static let smtpURL = Setting(
        "SMTP_URL",
        .nothing,
        takes: .mailServer,
        isSecret: true,
        decides: """
            `smtp(s)://user:password@host:port`, with TLS and a certificate that is verified; a server on this machine \
            (`127.0.0.1`) may go without, and with `?tls=off` TLS is not tried; production needs it
            """
    )
    static let mailFrom = Setting(
        "MAIL_FROM",
        .nothing,
        takes: .mailAddress,
        decides: "the sender of the site's mail; production needs it"
    )
    static let smtpAuthorityFile = Setting(
        "SMTP_CA_FILE",
        decides: "a certificate authority for the SMTP server, beside the system's"
    )
    static let mailDirectory = Setting(
        "MAIL_DIR",
        .described("`mail` in the data directory"),
        decides: "where mails go as `.eml` files without SMTP"
    )
    static let contact = Setting(
        "CONTACT",
        .described("the sender of the site's mail"),
        takes: .mailAddress,
        decides: "the mail address on `/terms` and `/privacy` where people reach whoever runs the site"
    )
    static let limits = Setting(
        "LIMITS",
        .value("on"),
        takes: .choice(["on", "off"]),
        decides: "`off` lets everybody try as often as they like, for tests and demos; production refuses it"
    )
    static let argon2Memory = Setting(
        "ARGON2_MEMORY",
        .value("\(Argon2Cost.least.memory)"),
        takes: .numbers(8...4_194_304),
        decides: "KiB of memory that one password's hash takes; production refuses less than 19 MiB"
    )
    static let argon2Iterations = Setting(
        "ARGON2_ITERATIONS",
        .value("\(Argon2Cost.least.iterations)"),
        takes: .numbers(1...100),
        decides: "passes over it; production refuses less than 2. When either grows, passwords are hashed anew at login"
    )
    static let argon2Threads = Setting(
        "ARGON2_THREADS",
        .described("half of the cores"),
        takes: .numbers(1...256),
        decides: "passwords hashed at the same time; more wait, at most 512 and for 10 s"
    )
    static let backupTo = Setting(
        "BACKUP_TO",
        takes: .storage,
        isSecret: true,
        masked: { StorageLocation($0)?.description ?? "***" },
        decides: """
            a folder into which the site backs itself up, on another disk than the data if it is to help, or a bucket \
            (`s3://…`, as for photos)
            """
    )
    static let backupEvery = Setting(
        "BACKUP_EVERY",
        .value("24h"),
        takes: .duration,
        decides: "how long from one of these backups to the next, such as `90m`, `24h` or `7d`"
    )
    static let backupKeep = Setting(
        "BACKUP_KEEP",
        .value("14"),
        takes: .numbers(1...10_000),
        decides: "how many of them are kept; older ones are removed after a new one is whole"
    )
    static let webhookURL = Setting(
        "WEBHOOK_URL",
        takes: .webhookAddress,
        isSecret: true,
        decides: """
            another program's address, https or on this machine, that is told of urgent reports, requests to block, failed \
            imports and failed backups
            """
    )
    static let webhookSecret = Setting(
        "WEBHOOK_SECRET",
        isSecret: true,
        decides: "the key that what is sent there is signed with"
    )
}
