import Foundation
import Testing

@testable import Moeum

/// What the queue's address says.
struct QueueQueryTests {
    private func query(_ text: String) throws -> QueueQuery { QueueQuery(try Form(text.utf8).items) }

    @Test("Addresses are written in one order without defaults") func writeAddress() throws {
        let text = "sort=oldest&q=R-12&nonsense=1&reason=spam&assignee=me&target=photo&state=taken&after=-3.4"
        #expect(
            try query(text).address
                == "/admin/reports?state=taken&target=photo&reason=spam&assignee=me&q=R%2D12&sort=oldest&after=%2D3%2E4"
        )
        #expect(try query("state=open&sort=urgent").address == "/admin/reports")
        #expect(try query("state=closed&sort=newest").address == "/admin/reports?state=closed")
        #expect(try query(try query(text).address.replacing("/admin/reports?", with: "")) == query(text))
    }

    @Test("Bad values are ignored") func ignoreBadValues() throws {
        for text in [
            "state=gone", "target=takedown", "target=x", "reason=", "assignee=7", "sort=1", "after=", "after=1",
            "after=1.2.3", "after=a.b", "after=9223372036854775808.1", "q=", "q=+",
        ] {
            #expect(try query(text) == QueueQuery(), "\(text)")
        }
        #expect(try query("state=gone&state=closed").state == .closed)
        let after = try query("after=9223372036854775807.-9223372036854775808").after
        #expect(after == QueueQuery.Key(value: .max, id: Identifier(rawValue: .min)))
    }

    @Test("The number of a case is read with and without its letter") func readNumber() throws {
        #expect(try query("q=R-2041").number == 2_041)
        #expect(try query("q=r-2041").number == 2_041)
        #expect(try query("q=2041").number == 2_041)
        for text in ["q=R-", "q=R-2a", "q=99999999999999999999", "q=%EF%BC%97"] {
            #expect(try query(text).number == nil, "\(text)")
        }
    }

    @Test("Danger to somebody comes before many reports") func orderCases() {
        func order(_ weight: Int, _ isHeld: Bool, _ isUrgent: Bool) -> Int64 {
            ReportCase.queueOrder(weight: weight, isHeld: isHeld, isUrgent: isUrgent)
        }
        #expect(order(50, false, true) < order(900, false, false))
        #expect(order(100, true, false) < order(300, false, false))
        #expect(order(200, false, false) < order(100, false, false))
        #expect(order(0, false, true) <= ReportCase.urgentOrder && order(299, false, false) > ReportCase.urgentOrder)
    }
}
