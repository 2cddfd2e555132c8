import Testing

@testable import Moeum

struct SeoulTimeTests {
    @Test(
        "Minutes read as on a clock",
        arguments: [(0, "00:00"), (545, "09:05"), (1_439, "23:59"), (1_440, "00:00"), (1_590, "02:30")]
    )
    func writeClock(_ minutes: Int, _ text: String) {
        #expect(SeoulTime.clock(minutes) == text)
    }

    /// One shape for the site, search engines and logs alike.
    @Test("No other file writes its own clock") func writeClockOnce() throws {
        let own = try Project.files("Sources", ending: ".swift").filter {
            try Project.text($0).contains("/ 60 % 24")
        }
        #expect(own == ["Sources/Templates/SeoulTime.swift"])
    }
}
