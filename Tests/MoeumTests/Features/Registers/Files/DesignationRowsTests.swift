import Testing

@testable import Moeum

@Suite(.cleanup)
struct DesignationRowsTests {
    private static let korean = [
        "개방자치단체코드", "관리번호", "업소명", "도로명주소", "지정일자", "재지정일자", "지정취소일자", "지정취소사유", "영업상태명", "폐업일자", "데이터갱신시점",
    ]
    private static let english = [
        "OPN_ATMY_GRP_CD", "MNG_NO", "BSNSSP_NM", "ROAD_NM_ADDR", "DSGN_YMD", "RE_DSGN_YMD", "DSGN_RTRCN_YMD",
        "DSGN_RTRCN_RSN", "SALS_STTS_NM", "CLSBIZ_YMD", "DAT_UPDT_PNT",
    ]

    /// - Parameter values: those of the columns behind the address.
    private func read(_ values: [String], header: [String] = korean, permit: String = "3000000-101-2008-00088") throws
        -> RegisterFixture.Reading<DesignationRow>
    {
        let fields = [String(permit.prefix(7)), permit, "지어낸갈치", "서울특별시 종로구 지어낸로 1"] + values
        return try RegisterFixture.designations(
            try RegisterFixture.file(LicenceLine.csv(header) + LicenceLine.csv(fields))
        )
    }

    @Test("A designation is read from the file and from the API's names", arguments: [korean, english])
    func wholeRow(_ header: [String]) throws {
        let reading = try read(
            ["2010-06-30", "20221222", "", "", "영업", "", "2026-11-24 02:40:00"],
            header: header
        )
        #expect(
            reading.rows == [
                DesignationRow(
                    permit: "3000000-101-2008-00088",
                    name: "지어낸갈치",
                    designatedOn: "2010-06-30",
                    renewedOn: "2022-12-22",
                    state: .open,
                    stateText: "영업",
                    updatedOn: "2026-11-24"
                )
            ]
        )
        #expect(reading.summary == RegisterFileSummary(rows: ["jongno": 1], newestDay: "2026-11-24"))
    }

    @Test(
        "Why a designation was taken back is read from its words",
        arguments: [
            ("지위 승계로 인한 취소", PlaceDesignation.Revocation.succession), ("명의변경", .succession), ("폐업", .closing),
            ("영업주 자진반납", .voluntaryReturn), ("포기", .voluntaryReturn), ("재심사 85점 미달", .standard), ("행정 처분", .standard),
            ("점검 결과 부적합", .standard), ("알 수 없음", .other), ("", .other),
        ]
    )
    func revocations(_ words: String, _ revocation: PlaceDesignation.Revocation) throws {
        let reading = try read(["2010-06-30", "", "2024-05-10", words, "영업", "", ""])
        let row = try #require(reading.rows.first)
        #expect(row.revokedOn == "2024-05-10" && row.revocation == revocation && row.state == .open)
    }

    @Test("A day that cannot be read is left out, and says that it was revoked all the same") func days() throws {
        let future = try read(["2010-06-30", "2029-12-22", "5024-05-10", "", "폐업", "2020-02-03", ""])
        let row = try #require(future.rows.first)
        #expect(row.designatedOn == "2010-06-30" && row.renewedOn == nil)
        #expect(row.revokedOn == nil && row.revocation == .other)
        #expect(row.state == .closed && row.closedOn == "2020-02-03" && row.updatedOn == nil)
        #expect(future.reasons == [.date, .date] && future.rejections.allSatisfy { $0.isFieldAlone })
        let untouched = try read(["", "", "", "", "영업", "", ""])
        #expect(untouched.rows.first?.revocation == nil && untouched.rejections == [])
    }

    @Test("Other cities are passed over") func otherCities() throws {
        let reading = try read(["", "", "", "", "영업", "", ""], permit: "5805000-101-2008-00088")
        #expect(reading.rows.isEmpty && reading.summary == RegisterFileSummary(passedOver: 1))
    }
}
