import Foundation
import Testing

@testable import Moeum

/// Entries that leave their weather to the site.
@Suite(.cleanup)
struct WeatherWorkerTests {
    @Test("One request for a district's day fills all entries that wait for it", arguments: TestEngine.available)
    func askOnceForAll(_ engine: TestEngine) async throws {
        let scene = try await WeatherScene(on: engine)
        let place = try await scene.place(in: "mapo")
        let entries = [
            try await scene.write("2020-05-05", minute: 540, at: place),
            try await scene.write("2020-05-05", at: place), try await scene.write("2020-05-05"),
        ]
        // Saving asks nobody.
        #expect(scene.sky.count == 0)
        for entry in entries { #expect(try await scene.weather(of: entry) == "waiting") }
        try await scene.work()
        let answers = ["rain 90 fetched", "rain 150 fetched", "rain 150 fetched"]
        for (entry, answer) in zip(entries, answers) { #expect(try await scene.weather(of: entry) == answer) }
        let positions = scene.sky.asked.withLock { $0.map { "\($0.position.latitude) \($0.position.longitude)" } }
        #expect(positions.sorted() == ["37.56 126.91", "37.56 127.00"])
        // The next entry of that day needs no question, and no written word has changed.
        let next = try await scene.write("2020-05-05", minute: 0, at: place)
        #expect(try await scene.weather(of: next) == "rain 0 fetched")
        try await scene.work()
        #expect(scene.sky.count == 2)
        let changed: SQL = "SELECT COUNT(*) FROM diary_entries WHERE rev <> 7 OR edited_at <> created_at"
        #expect(try await scene.site.count(changed) == 0)
        let owned: SQL = "SELECT COUNT(*) FROM diary_entries WHERE weather_provider = 'open-meteo'"
        #expect(try await scene.site.count(owned) == 4)
    }

    @Test("After six attempts, a day and more, entries stay without weather", arguments: TestEngine.available)
    func giveUp(_ engine: TestEngine) async throws {
        let scene = try await WeatherScene(on: engine)
        scene.sky.code.withLock { $0 = nil }
        let entry = try await scene.write("2020-05-05")
        // Each delay is longer than the one before, by a quarter more or less.
        for (index, delay) in [0.0, 80, 640, 5_120, 40_960, 86_400].enumerated() {
            #expect(try await scene.weather(of: entry) == "waiting")
            if delay > 0 {
                scene.site.clock.move(0.74 * delay)
                try await scene.work()
                #expect(scene.sky.count == index)
                scene.site.clock.move(0.52 * delay)
            }
            try await scene.work()
            #expect(scene.sky.count == index + 1)
        }
        #expect(try await scene.weather(of: entry) == "none")
        // What was given up just now is not waited for; after a day it is asked for again.
        let soon = try await scene.write("2020-05-05")
        #expect(try await scene.weather(of: soon) == "none")
        scene.site.clock.move(WeatherDay.cooldown)
        scene.sky.code.withLock { $0 = 0 }
        let later = try await scene.write("2020-05-05")
        #expect(try await scene.weather(of: later) == "waiting")
        try await scene.work()
        #expect(try await scene.weather(of: later) == "clear 150 fetched")
        #expect(try await scene.weather(of: entry) == "none")
    }

    @Test("Today's weather is asked for once more after the day", arguments: TestEngine.available)
    func refreshToday(_ engine: TestEngine) async throws {
        let scene = try await WeatherScene(on: engine)
        let day = scene.today
        let entry = try await scene.write(day)
        let typed = try await scene.write(day)
        try await scene.site.execute(
            "UPDATE diary_entries SET weather = 'snow', weather_source = 'typed' WHERE id = \(typed)"
        )
        try await scene.work()
        #expect(try await scene.weather(of: entry) == "rain 150 fetched")
        let end = try #require(SeoulTime.end(ofDay: day))
        scene.site.clock.move(end.timeIntervalSince(scene.site.now) + WeatherDay.refreshDelay - 1)
        try await scene.work()
        #expect(scene.sky.count == 1)
        scene.site.clock.move(1)
        scene.sky.code.withLock { $0 = 95 }
        try await scene.work()
        #expect(scene.sky.count == 2)
        #expect(try await scene.weather(of: entry) == "thunder 150 fetched")
        #expect(try await scene.weather(of: typed) == "snow typed")
        scene.site.clock.move(400 * 86_400)
        try await scene.work()
        #expect(scene.sky.count == 2)
    }

    @Test("A day that a source knows only later is asked for then")
    func waitForSource() async throws {
        let scene = try await WeatherScene(TestSky(delay: 11 * 3_600))
        let entry = try await scene.write(scene.today)
        try await scene.work()
        #expect(scene.sky.count == 0)
        let end = try #require(SeoulTime.end(ofDay: scene.today))
        scene.site.clock.move(end.timeIntervalSince(scene.site.now) + 11 * 3_600)
        try await scene.work()
        #expect(try await scene.weather(of: entry) == "rain 150 fetched")
    }

    @Test("No day to come and none before the source's first is asked for")
    func skipUnknownDays() async throws {
        let scene = try await WeatherScene()
        let days = [SeoulDay(scene.site.now).advanced(by: 1).text, "1939-12-31", "1900-01-01"]
        for day in days {
            let entry = try await scene.write(day)
            #expect(try await scene.weather(of: entry) == "none")
        }
        try await scene.work()
        #expect(scene.sky.count == 0)
        #expect(try await scene.site.count("SELECT COUNT(*) FROM weather_days") == 0)
    }

    @Test("Entries of a place that moved wait for its new district", arguments: TestEngine.available)
    func followMovedPlace(_ engine: TestEngine) async throws {
        let scene = try await WeatherScene(on: engine)
        let place = try await scene.place(in: "mapo")
        let entry = try await scene.write("2020-05-05", at: place)
        try await scene.site.execute("UPDATE places SET district = 'jongno' WHERE id = \(place)")
        try await scene.work()
        #expect(try await scene.weather(of: entry) == "rain 150 fetched")
        let districts = try await scene.site.app.database.read { transaction in
            try transaction.rows("SELECT district FROM weather_days ORDER BY district").map { try $0.string(0) }
        }
        #expect(districts == ["jongno"])
    }

    @Test("A day that fails does not hold up the others")
    func continueAfterFailure() async throws {
        let scene = try await WeatherScene()
        scene.sky.code.withLock { $0 = nil }
        _ = try await scene.write("2020-05-05")
        try await scene.work()
        scene.sky.code.withLock { $0 = 3 }
        let other = try await scene.write("2020-05-06")
        try await scene.work()
        #expect(try await scene.weather(of: other) == "cloudy 150 fetched")
        #expect(scene.sky.asked.withLock { $0.map(\.day) } == ["2020-05-05", "2020-05-06"])
    }

    @Test("Without a source entries stay without weather")
    func leaveWithoutSource() async throws {
        let scene = try await WeatherScene(nil)
        let entry = try await scene.write("2020-05-05")
        #expect(try await scene.weather(of: entry) == "none")
        // Nor does one wait that began to before the source was taken away.
        try await scene.site.execute("UPDATE diary_entries SET weather_source = 'waiting'")
        try await scene.work()
        #expect(try await scene.weather(of: entry) == "none")
    }

    @Test("The site fills in the weather of the source in its settings")
    func useConfiguredSource() async throws {
        let site = try await TestSite(settings: ["MOEUM_WEATHER_SERVICE": "fixed"])
        let weather = site.app.weather
        #expect(weather.isOn && weather.attribution == nil)
        let scene = try await WeatherScene(site, nil)
        let id = try await scene.write("2020-05-05")
        let (entry, now) = (scene.entry(id, "2020-05-05", nil, nil), site.now)
        try await site.app.database.write { try weather.request(entry, $0, at: now) }
        #expect(try await scene.weather(of: id) == "waiting")
        try await site.runJobs("weather")
        #expect(try await scene.weather(of: id).hasSuffix(" fetched"))
    }
}
