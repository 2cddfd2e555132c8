import Foundation
import Testing

@testable import Moeum
@testable import Web

/// How much those who know the weather are asked.
@Suite(.cleanup)
struct WeatherBudgetTests {
    @Test("No source is asked while an entry still changes", arguments: TestEngine.available)
    func waitWhileWriting(_ engine: TestEngine) async throws {
        let scene = try await WeatherScene(on: engine, cooldown: WeatherBudget.cooldown)
        let entry = try await scene.write("2020-05-05")
        scene.site.clock.move(WeatherBudget.cooldown - 1)
        let now = scene.site.now.milliseconds
        // The date was still being looked for.
        try await scene.site.execute(
            "UPDATE diary_entries SET day = '2020-05-06', edited_at = \(now) WHERE id = \(entry)"
        )
        scene.site.clock.move(WeatherBudget.cooldown - 1)
        try await scene.work()
        #expect(scene.sky.count == 0)
        scene.site.clock.move(1)
        try await scene.work()
        #expect(scene.sky.asked.withLock { $0.map(\.day) } == ["2020-05-06"])
        #expect(try await scene.weather(of: entry) == "rain 150 fetched")
    }

    @Test("One account asks for sixty new days at once, then for one at a time", arguments: TestEngine.available)
    func limitAccount(_ engine: TestEngine) async throws {
        let scene = try await WeatherScene(on: engine)
        var days = SeoulDay(scene.site.now)
        for _ in 1...62 {
            days = days.advanced(by: -1)
            _ = try await scene.write(days.text)
        }
        let waiting: SQL = "SELECT COUNT(*) FROM diary_entries WHERE weather_source = 'waiting'"
        for _ in 1...2 { try await scene.work() }
        #expect(scene.sky.count == 60)
        #expect(try await scene.site.count(waiting) == 2)
        // Nothing is lost: the others are asked for when it is their turn.
        scene.site.clock.move(1_440)
        try await scene.work()
        #expect(scene.sky.count == 61)
        #expect(try await scene.site.count(waiting) == 1)
    }

    @Test("A provider is not asked more than it allows")
    func limitProvider() async throws {
        let scene = try await WeatherScene()
        let (now, limit) = (scene.site.now.milliseconds, WeatherBudget.ofProvider)
        try await scene.site.app.database.write { transaction in
            for _ in 0..<limit.burst {
                _ = try transaction.consumeRateLimit(limit, for: scene.sky.provider.rawValue, at: now)
            }
        }
        let entry = try await scene.write("2020-05-05")
        try await scene.work()
        #expect(scene.sky.count == 0)
        #expect(try await scene.weather(of: entry) == "waiting")
        scene.site.clock.move(TimeInterval(limit.interval) / 1_000)
        try await scene.work()
        #expect(try await scene.weather(of: entry) == "rain 150 fetched")
    }
}
