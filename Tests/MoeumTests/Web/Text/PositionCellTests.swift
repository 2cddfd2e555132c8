import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Web

/// How a position is cut to its cell, in values and in addresses.
struct PositionCellTests {
    @Test(
        "Degrees are cut downwards to two decimals",
        arguments: [
            ("37.123456,126.98765", "37.12,126.98"), ("37.5,127", "37.50,127.00"), ("37.129999,0.29", "37.12,0.29"),
            ("-0.001,-0.01", "-0.01,-0.01"), ("-37.561,-126.999", "-37.57,-127.00"), ("0,-0.0", "0.00,0.00"),
            ("8.7,1.1", "8.70,1.10"), ("90,-180", "90.00,-180.00"), ("3.75e1,1e2", "37.50,100.00"),
        ]
    )
    func cutDegrees(_ typed: String, _ cut: String) throws {
        let cell = try #require(PositionCell(typed))
        #expect(cell.text == cut)
        #expect(PositionCell(cut) == cell)
    }

    @Test("Each corner belongs to the cell that begins there") func keepCorners() throws {
        for hundredths in stride(from: -18_000, through: 17_999, by: 7) {
            let degrees = Double(hundredths) / 100
            let cell = try #require(PositionCell(latitude: 0, longitude: degrees))
            #expect(cell.southWest.longitude == degrees && cell.northEast.longitude > degrees)
            #expect(PositionCell(cell.text) == cell)
            #expect(PositionCell(latitude: cell.middle.latitude, longitude: cell.middle.longitude) == cell)
        }
    }

    @Test(
        "What is no position has no cell",
        arguments: [
            "", "37.5", "37.5,", "a,b", "nan,127", "37,inf", "1e2,127", "90.001,0", "0,180.1", "1,2,3", "37.5;127",
        ]
    )
    func refuseOthers(_ text: String) {
        #expect(PositionCell(text) == nil)
    }

    @Test(
        "An address is left with the cell alone",
        arguments: [
            ("/places?near=37.123456,126.98765&radius=500", "/places?near=37.12,126.98&radius=500"),
            ("/places?q=a&near=37.1234%2C126.9876", "/places?q=a&near=37.12,126.98"),
            ("/places?n%65ar=37.123456,126.98", "/places?near=37.12,126.98"),
            ("/places?near=37.123456,x", "/places"), ("/places?near=37.1234%zz&q=a", "/places?q=a"),
            ("/places?near=+37.1234,126.9+&near=NaN,1", "/places?near=37.12,126.90"),
            ("/places?near=37.12%00345,126.98", "/places?near=37.12,126.98"),
        ]
    )
    func cutAddresses(_ typed: String, _ cut: String) {
        #expect(PositionCell.cutAddress(typed) == cut)
        #expect(PositionCell.cutAddress(cut) == nil)
    }

    @Test(
        "Other addresses stay as they are",
        arguments: ["/", "/places", "/places?", "/places?q=near&&x", "/a?nearby=1.2345"]
    )
    func leaveOthers(_ address: String) {
        #expect(PositionCell.cutAddress(address) == nil)
    }

    @Test("A request is cut in its address and its referrer") func cutRequest() {
        var head = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "moeum.example",
            path: "/places?near=37.123,126.987"
        )
        head.headerFields[.referer] = "https://moeum.example/roulette?near=37.123,126.987&from=nearby"
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer())).withCutPosition
        #expect(request.uri.query == "near=37.12,126.98")
        #expect(request.headers[.referer] == "https://moeum.example/roulette?near=37.12,126.98&from=nearby")
    }
}
