import ArgumentParser
import Moeum

/// Asks a running server how it is, as containers and monitors do.
struct HealthcheckCommand: SiteCommand {
    static let configuration = configured(
        "healthcheck",
        abstract: "Asks the running server whether it can do its work; ends with 1 where it cannot."
    )
    static let settings = Setting.common + Setting.address

    func run(_ config: Config) async throws {
        let (isWell, said) = await Healthcheck(config: config).run()
        guard isWell else { throw Config.Error(description: said) }
        print(said)
    }
}
