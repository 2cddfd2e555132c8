import ArgumentParser
import Moeum

@main
struct MoeumCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "moeum")
}
