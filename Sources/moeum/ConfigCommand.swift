import ArgumentParser
import Moeum

/// Prints the settings.
struct ConfigCommand: SiteCommand {
    static let configuration = configured(
        "config",
        abstract: "Prints every setting, and where each comes from; secrets are masked."
    )
    static let settings = Setting.all

    func run(_ config: Config) async throws {
        let width = config.origins.map(\.name.count).max() ?? 0
        let values = config.origins.map(\.value.count).max() ?? 0
        for one in config.origins {
            let (name, value) = (one.name, one.value)
            print(name.padded(to: width), value.padded(to: min(values, 40)), one.source, separator: "  ")
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
