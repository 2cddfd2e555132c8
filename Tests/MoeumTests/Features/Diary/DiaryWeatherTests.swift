import Testing

@testable import Moeum

/// Saving beside a source of weather that is no help.
@Suite(.cleanup)
struct DiaryWeatherTests {
    /// Nothing listens there, or it never answers: a save neither waits nor asks.
    @Test("A save asks no source of weather and waits for none", arguments: [true, false])
    func saveWithoutAsking(isDead: Bool) async throws {
        let (address, server) = try await WeatherServer.start({ _ in nil })
        let url = isDead ? "http://127.0.0.1:1" : address
        let scene = try await DiaryScene(settings: ["MOEUM_WEATHER_URL": url])
        let id = try await scene.write("비", ["on": "2020-05-05", "weather": "none"])
        let path = "/diary/entries/\(id)"
        let fields = ["text": "비", "on": "2020-05-05", "weather": "auto", "rev": "1"]
        #expect(try await scene.put(path, fields).rev == 2)
        #expect(try await scene.entry(id)?.weather.source == .waiting)
        let later = fields.merging(["text": "비가 그쳤다", "rev": "2"]) { $1 }
        #expect(try await scene.put(path, later).rev == 3)
        #expect(server.requests.withLock { $0.isEmpty })
    }
}
