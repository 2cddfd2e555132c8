/// What the environment and the flags decide.
public struct Config: Sendable {
    public var dataDirectory = "./var"
    public var host = "127.0.0.1"
    public var port = 8080
}
