import Testing

@testable import Moeum

@Suite(.cleanup)
struct LicenceRowsTests {
    private func row(_ change: (inout LicenceLine) -> Void) throws -> (LicenceRow, [RegisterRejection]) {
        var line = LicenceLine()
        change(&line)
        let reading = try RegisterFixture.licences([line])
        return (try #require(reading.rows.first), reading.rejections)
    }

    @Test("A row is read whole") func wholeRow() throws {
        let reading = try RegisterFixture.licences([LicenceLine()])
        let row = try #require(reading.rows.first)
        #expect(row.permit == "3000000-101-1999-00001" && row.state == .open && row.stateText == "영업/정상")
        #expect(row.licensedOn == "1999-09-03" && row.closedOn == nil && row.updatedOn == "2026-01-14")
        #expect(row.name == "지어낸감자탕" && row.phone == "02-740-0000")
        #expect(row.roadAddress == "서울특별시 종로구 지어낸로12길 34 (지어낸동)")
        #expect(row.lotAddress == "서울특별시 종로구 지어낸동 158-1")
        let position = try #require(row.position)
        #expect(Geodesy.metres(position.latitude, position.longitude, 37.5707754, 126.9874036) < 1)
        #expect(reading.records.first?.line == 2 && reading.records.first?.district == "jongno")
        #expect(reading.summary == RegisterFileSummary(rows: ["jongno": 1], newestDay: "2026-01-14"))
    }

    @Test(
        "The name of a state decides",
        arguments: [
            ("영업/정상", PlaceOperation.State.open), ("영업", .open), (" 정상 ", .open), ("휴업", .suspended), ("폐업", .closed),
            ("취소/말소/만료/정지/중지", .unknown), ("제외/삭제/전출", .unknown), ("기타", .unknown), ("영업정지", .unknown),
            ("처음보는말", .unknown),
        ]
    )
    func states(_ word: String, _ state: PlaceOperation.State) throws {
        let (row, _) = try row { ($0.state, $0.detailedState) = (word, "폐업") }
        #expect(row.state == state && row.stateText == word.trimmed)
    }

    @Test("Where the state is empty, the detailed one decides") func detailedState() throws {
        #expect(try row { ($0.state, $0.detailedState) = ("", "폐업") }.0.state == .closed)
        let (nothing, _) = try row { ($0.state, $0.detailedState) = ("", "") }
        #expect(nothing.state == .unknown && nothing.stateText == "")
    }

    @Test("Only a closed business has a day of closing") func closingDays() throws {
        let (closed, _) = try row { ($0.state, $0.closedOn) = ("폐업", "2004-01-06") }
        #expect(closed.closedOn == "2004-01-06")
        let (dayless, rejections) = try row { ($0.state, $0.closedOn) = ("폐업", "") }
        #expect(dayless.state == .closed && dayless.closedOn == nil && rejections == [])
        #expect(try row { $0.closedOn = "2004-01-06" }.0.closedOn == nil)
    }

    @Test(
        "A day is one from 1950 to today",
        arguments: [
            ("19990903", "1999-09-03"), ("1999-09-03", "1999-09-03"), ("1999-09-03 00:00:00", "1999-09-03"),
            ("20260924221751", "2026-09-24"), ("2026-11-27", "2026-11-27"), ("2000-02-29", "2000-02-29"), ("", nil),
            ("2026-11-28", nil), ("11981207", nil), ("39920706", nil), ("20723", nil), ("50080306", nil),
            ("19491231", nil),
            ("19990231", nil), ("1900-02-29", nil), ("1999-9-3", nil), ("199909031", nil), ("0", nil),
        ]
    )
    func days(_ text: String, _ day: String?) throws {
        let (row, rejections) = try row { $0.licensedOn = text }
        #expect(row.licensedOn == day)
        #expect(rejections.map(\.reason) == (day == nil && !text.isEmpty ? [.date] : []))
        #expect(rejections.allSatisfy { $0.isFieldAlone && $0.row == "3000000-101-1999-00001" && $0.line == 2 })
    }

    @Test(
        "A point that is none of its district is left out",
        arguments: [
            ("", "", false), ("0", "0", true), ("198817.5", "", true), ("inf", "inf", true), ("어디", "452054", true),
            // Busan; 강남구; the other way round; degrees.
            ("388000", "187000", true), ("202722.53183055", "444055.07069569", true), ("452054", "198817", true),
            ("126.98", "37.57", true),
        ]
    )
    func points(_ easting: String, _ northing: String, _ isRejected: Bool) throws {
        let (row, rejections) = try row { ($0.easting, $0.northing) = (easting, northing) }
        #expect(row.position == nil && row.name == "지어낸감자탕")
        #expect(rejections.map(\.reason) == (isRejected ? [.position] : []))
        #expect(rejections.allSatisfy { $0.isFieldAlone })
    }

    @Test("Points have blanks behind them, and may stand a little outside") func pointsAtTheEdge() throws {
        #expect(try row { $0.easting += "    " }.0.position != nil)
        let districts = try RegisterFixture.districts.get()
        // The northern edge of 종로구's box is at 37.6295.
        for (latitude, isHeld) in [(37.6315, true), (37.6335, false)] {
            let position = try #require(Place.Position(exactLatitude: latitude, longitude: 126.97))
            #expect(districts.holds(position, in: "jongno") == isHeld)
        }
    }

    @Test(
        "Names are tidied, and telephones are of businesses",
        arguments: [
            ("마늘 &amp;amp; 양파", "마늘 & 양파"), ("두 줄\n이름", "두 줄 이름"), ("\"원조\" 집", "\"원조\" 집"), ("  빈칸  집 ", "빈칸 집"),
        ]
    )
    func names(_ text: String, _ name: String) throws {
        let (row, _) = try row { ($0.name, $0.phone) = (text, "010-0000-0000") }
        #expect(row.name == name && row.phone == nil)
        #expect(try self.row { $0.phone = "02  394 2340" }.0.phone == "02-394-2340")
    }

    @Test("A row without a name or permit is refused") func refusedRows() throws {
        var (nameless, numberless, wrong) = (LicenceLine(), LicenceLine(), LicenceLine())
        nameless.name = "-"
        (numberless.authority, numberless.permit) = ("3000000", "")
        (wrong.authority, wrong.permit) = ("3000000", "20010080123")
        let reading = try RegisterFixture.licences([nameless, numberless, wrong])
        #expect(reading.rows.isEmpty && reading.reasons == [.missing, .missing, .malformed])
        #expect(reading.rejections.map(\.row) == ["3000000-101-1999-00001", "", "20010080123"])
        #expect(reading.summary.refused == ["jongno": 3] && reading.summary.rows == ["jongno": 3])
    }

    @Test("A permit that stands twice is read twice, with its days") func repeatedPermit() throws {
        var older = LicenceLine()
        older.updatedAt = "2020-01-01 00:00:00"
        let reading = try RegisterFixture.licences([LicenceLine(), older])
        #expect(reading.rows.map(\.updatedOn) == ["2026-01-14", "2020-01-01"])
    }

    @Test("Other cities are passed over") func otherCities() throws {
        var gwangju = LicenceLine(permit: "5805000-101-2008-00088")
        gwangju.name = "-"
        var unreadable = LicenceLine(permit: "")
        unreadable.authority = "5805000"
        let reading = try RegisterFixture.licences([gwangju, unreadable, LicenceLine()])
        #expect(reading.rows.count == 1 && reading.rejections == [])
        #expect(reading.summary.passedOver == 2 && reading.summary.rows == ["jongno": 1])
    }

    @Test("Rows that nobody wants are counted alone") func unwantedRows() throws {
        var other = LicenceLine(permit: "3010000-101-2001-00002")
        (other.licensedOn, other.updatedAt) = ("50080306", "2026-09-01")
        let text = LicenceLine.csv(LicenceLine.header) + LicenceLine().csv + other.csv
        let reading = try RegisterFixture.licences(try RegisterFixture.file(text)) { key in
            key.district == "jongno" && key.permit.begins(with: "3000000")
                && key.roadAddress?.includes("지어낸로12길") == true
        }
        #expect(reading.rows.map(\.permit) == ["3000000-101-1999-00001"] && reading.rejections == [])
        #expect(reading.summary == RegisterFileSummary(rows: ["jongno": 1, "jung": 1], newestDay: "2026-09-01"))
    }
}
