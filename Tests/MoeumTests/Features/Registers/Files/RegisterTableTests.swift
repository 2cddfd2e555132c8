import Testing

@testable import Moeum

/// Files as they come: in several encodings and with several names for the same column, or not whole.
@Suite(.cleanup)
struct RegisterTableTests {
    private static let ministry = LicenceLine.csv(LicenceLine.header) + LicenceLine().csv
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private func error(_ bytes: [UInt8]) throws -> RegisterFile.Error? {
        let file = try RegisterFixture.file(bytes)
        return #expect(throws: RegisterFile.Error.self) { try RegisterFixture.licences(file) }
    }

    @Test("The content decides of the encoding, not what a file calls itself") func encodings() throws {
        let (utf8, cp949) = (Array(Self.ministry.utf8), try RegisterFixture.cp949(Self.ministry))
        for bytes in [utf8, cp949, Self.mark + utf8, Self.mark + cp949] {
            let reading = try RegisterFixture.licences(try RegisterFixture.file(bytes))
            #expect(reading.rows.first?.name == "지어낸감자탕" && reading.rejections == [])
        }
    }

    @Test("Rows of any columns are read as they are meant") func anyColumns() throws {
        let text = "이름,메모\r\n뷁책방,\"그림책을 \"\"함께\"\" 읽어요\"\r\n셋,하나,더\r\n"
        for bytes in [Self.mark + Array(text.utf8), try RegisterFixture.cp949(text)] {
            let rows = try RegisterCSV(try RegisterFixture.file(bytes))
            #expect(try rows.header == ["이름", "메모"] && rows.next() && rows.isWellFormed && rows.line == 2)
            #expect((0..<2).map(rows.text(at:)) == ["뷁책방", "그림책을 \"함께\" 읽어요"])
            #expect(try rows.next() && !rows.isWellFormed)
            #expect(try !rows.next())
        }
    }

    @Test("A header of English names leaves the encoding to the rows", arguments: [true, false])
    func encodingOfRows(_ isUTF8: Bool) throws {
        let text = "MNG_NO,SALS_STTS_NM,BPLC_NM,LCPMT_YMD\n3000000-101-1999-00001,영업,뷁국밥,\n"
        let bytes = isUTF8 ? Array(text.utf8) : try RegisterFixture.cp949(text)
        #expect(try RegisterFixture.licences(try RegisterFixture.file(bytes)).rows.first?.name == "뷁국밥")
    }

    @Test(
        "Columns are found by their names of all years",
        arguments: [
            // The ministry's API, Seoul's newer and older names, the older files.
            "MNG_NO,SALS_STTS_NM,CLSBIZ_YMD,BPLC_NM,ROAD_NM_ADDR,LOTNO_ADDR,TELNO,CRD_INFO_X,CRD_INFO_Y,DAT_UPDT_PNT,LCPMT_YMD",
            "MNG_NO,SALS_STTS_NM,CLSBIZ_YMD,BPLC_NM,ROAD_NM_ADDR,LOTNO_ADDR,TELNO,XCRD,YCRD,DATA_UPDT_YMD,LCPMT_YMD",
            "MGTNO,TRDSTATENM,DCBYMD,BPLCNM,RDNWHLADDR,SITEWHLADDR,SITETEL,X,Y,UPDATEDT,APVPERMYMD",
            "관리번호,영업상태명,폐업일자,사업장명,도로명전체주소,소재지전체주소,소재지전화,좌표정보(x),좌표정보(y),데이터갱신일자,인허가일자",
            "관리번호,영업상태명,폐업일자,사업장명,도로명주소,지번주소,전화번호,좌표정보(X),좌표정보(Y),데이터갱신시점,인허가일자",
        ]
    )
    func spellings(_ header: String) throws {
        let values = [
            "3000000-101-1999-00001", "폐업", "20040106", "지어낸집", "서울특별시 종로구 지어낸로 1", "서울특별시 종로구 지어낸동 1", "027400000",
            "198817.599794752", "452054.207890954", "20260114", "19990903",
        ]
        let text = "번호," + header + "\n1," + values.joined(separator: ",") + "\n"
        let row = try #require(try RegisterFixture.licences(try RegisterFixture.file(text)).rows.first)
        #expect(row.permit == values[0] && row.state == .closed && row.closedOn == "2004-01-06")
        #expect(row.name == "지어낸집" && row.phone == "02-740-0000" && row.licensedOn == "1999-09-03")
        #expect(row.roadAddress == values[4] && row.lotAddress == values[5] && row.updatedOn == "2026-01-14")
        #expect(row.position?.precision == .exact)
    }

    @Test("A web page is no register, whatever its name") func html() throws {
        for page in ["<!DOCTYPE html><html lang=\"ko\">", "\r\n  <html>"] {
            #expect(try error(Array(page.utf8))?.code == .html)
        }
        #expect(try error(Self.mark + Array("<html>".utf8))?.code == .html)
    }

    @Test("Half a file is refused") func half() throws {
        let whole = try RegisterFixture.cp949(Self.ministry)
        // In the middle of a quoted field, behind one, and before anything.
        #expect(try error(Array(whole.dropLast(30)))?.code == .truncated)
        let behindField = try #require(whole.dropLast(60).lastIndex(of: UInt8(ascii: ",")))
        #expect(try error(Array(whole[..<behindField]))?.code == .truncated)
        #expect(try error([])?.code == .truncated)
        // Without its last line break it is whole.
        #expect(try RegisterFixture.licences(try RegisterFixture.file(Array(whole.dropLast(2)))).rows.count == 1)
    }

    @Test("What is no text is refused") func noText() throws {
        #expect(try error(Array("PK".utf8) + [3, 4, 20])?.detail.contains("unpack") == true)
        #expect(try error([0xFF, 0xFE, 0x00, 0xAD])?.code == .unreadable)
        let missing = RegisterFile(path: "/nowhere/licences.csv")
        let error = #expect(throws: RegisterFile.Error.self) { try RegisterFixture.licences(missing) }
        #expect(error?.code == .unreadable && error?.file == "licences.csv")
    }

    @Test("Missing columns are named") func missingColumns() throws {
        let error = try error(Array("관리번호,인허가일자\n".utf8))
        #expect(error?.code == .columns)
        #expect(error?.detail.contains("사업장명") == true && error?.detail.contains("SALS_STTS_NM") == true)
        #expect(error?.detail.contains("관리번호") == false)
    }

    @Test(
        "The designations are no licences",
        arguments: ["인허가일자,지정일자", "LCPMT_YMD,DSGN_YMD", "UPTAENM,지정취소일자", "X,DSGN_RTRCN_YMD"]
    )
    func designations(_ columns: String) throws {
        let error = try error(Array("관리번호,영업상태명,업소명,\(columns)\n".utf8))
        #expect(error?.code == .foreign)
        #expect(error?.description.hasPrefix("register.csv is another register's: it has the columns 지정") == true)
    }

    @Test(
        "A licence has a point, a day or a type of business",
        arguments: [
            "좌표정보(X)", "CRD_INFO_X", "X", "XCRD", "인허가일자", "LCPMT_YMD", "APVPERMYMD", "업태구분명", "BZSTAT_SE_NM",
            "UPTAENM",
        ]
    )
    func distinctiveColumns(_ column: String) throws {
        func text(_ column: String) -> String { "관리번호,영업상태명,업소명,\(column)\n3000000-101-1999-00001,영업,지어낸집,\n" }
        #expect(try RegisterFixture.licences(try RegisterFixture.file(Array(text(column).utf8))).rows.count == 1)
        let error = try error(Array(text("폐업일자").utf8))
        #expect(error?.code == .columns && error?.detail.contains(column) == true)
    }

    @Test("An excerpt with few columns and others beside them is read") func excerpt() throws {
        let text = """
            MGTNO,BPLCNM,SITEWHLADDR,RDNWHLADDR,X,Y,TRDSTATENM,DTLSTATENM,UPTAENM,APVPERMYMD,lat_wgs84,lon_wgs84
            3000000-101-1982-00001,지어낸라멘,서울특별시 종로구 지어낸동 75-1,,198817.599794752,452054.207890954,폐업,폐업,분식,1982-09-01,1,2
            3000000-101-1983-00002,지어낸면,,"서울특별시 종로구 지어낸로 59 (지어낸동,지상1층)",,,영업/정상,영업,분식,1983-11-04,,

            """
        let reading = try RegisterFixture.licences(try RegisterFixture.file(Array(text.utf8)))
        #expect(reading.rows.map(\.state) == [.closed, .open] && reading.rejections == [])
        #expect(
            reading.rows.map(\.closedOn) == [nil, nil] && reading.rows.map { $0.position != nil } == [true, false]
        )
        #expect(reading.rows.last?.roadAddress == "서울특별시 종로구 지어낸로 59 (지어낸동,지상1층)")
        #expect(reading.summary == RegisterFileSummary(rows: ["jongno": 2]))
    }

    @Test("A row whose fields are shifted is refused alone") func shifted() throws {
        let (less, more) = (Array(LicenceLine().fields.dropLast()), LicenceLine().fields + [""])
        let text =
            LicenceLine.csv(LicenceLine.header) + LicenceLine.csv(less) + LicenceLine.csv(more)
            + LicenceLine(permit: "3010000-101-2001-00002").csv
        let reading = try RegisterFixture.licences(try RegisterFixture.file(text))
        #expect(reading.rows.map(\.permit) == ["3010000-101-2001-00002"])
        #expect(reading.rejections.map(\.line) == [2, 3] && reading.reasons == [.malformed, .malformed])
        #expect(reading.rejections.allSatisfy { !$0.isFieldAlone && $0.district == "jongno" })
        #expect(reading.summary.rows == ["jongno": 2, "jung": 1] && reading.summary.refused == ["jongno": 2])
    }
}
