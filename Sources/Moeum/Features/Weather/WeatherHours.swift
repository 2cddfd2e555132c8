/// The weather of a district's day, hour by hour.
struct WeatherHours: Sendable, Equatable {
    /// One hour: a weather code, and tenths of a degree Celsius.
    struct Hour: Sendable, Equatable {
        let code: Int
        let temperature: Int

        /// - Parameter temperature: in degrees Celsius.
        /// - Returns: nil for what no hour in Seoul can be.
        init?(code: Int, temperature: Double) {
            guard WeatherKind(code: code) != nil, Self.possible.contains(temperature) else { return nil }
            self.code = code
            self.temperature = Int((temperature * 10).rounded())
        }

        var kind: WeatherKind { WeatherKind(code: code) ?? .clear }

        private static let possible = -50.0...60.0
    }

    static let count = 24
    /// The hours that stand for a day.
    private static let daytime = 9...21

    let hours: [Hour]

    /// Nil unless there are 24.
    init?(_ hours: [Hour]) {
        guard hours.count == Self.count else { return nil }
        self.hours = hours
    }

    /// As the database keeps them: `61,94;61,91;…`.
    init?(_ text: String) {
        let hours = text.split(separator: ";").compactMap { pair -> Hour? in
            let numbers = pair.split(separator: ",").compactMap { Int($0) }
            guard numbers.count == 2 else { return nil }
            return Hour(code: numbers[0], temperature: Double(numbers[1]) / 10)
        }
        self.init(hours)
    }

    var text: String { hours.map { "\($0.code),\($0.temperature)" }.joined(separator: ";") }

    /// That of the minute's hour; without a minute the worst of the daytime, and its mean temperature.
    func weather(at minute: Int?, from provider: WeatherProvider?) -> DiaryEntry.Weather {
        if let minute, hours.indices.contains(minute / 60) {
            let hour = hours[minute / 60]
            return fetched(hour.kind, hour.temperature, provider)
        }
        let daytime = hours[Self.daytime]
        let mean = Double(daytime.reduce(0) { $0 + $1.temperature }) / Double(daytime.count)
        return fetched(daytime.map(\.kind).max(), Int(mean.rounded()), provider)
    }

    private func fetched(_ kind: WeatherKind?, _ temperature: Int, _ provider: WeatherProvider?) -> DiaryEntry.Weather {
        DiaryEntry.Weather(kind: kind, temperature: temperature, source: .fetched, provider: provider)
    }
}
