@testable import Moeum

/// A made-up row of the licence register, with the 39 columns of the ministry's files.
struct LicenceLine {
    static let header = [
        "개방자치단체코드", "관리번호", "인허가일자", "영업상태명", "폐업일자", "소재지면적", "소재지우편번호", "도로명우편번호", "사업장명", "업태구분명",
        "데이터갱신구분", "건물소유구분명", "공장사무직직원수", "공장생산직직원수", "공장판매직직원수", "급수시설구분명", "남성종사자수", "다중이용업소여부",
        "데이터갱신시점", "도로명주소", "등급구분명", "보증액", "본사직원수", "상세영업상태명", "상세영업상태코드", "시설총규모", "여성종사자수",
        "영업상태코드", "영업장주변구분명", "월세액", "위생업태명", "전통업소주된음식", "전통업소지정번호", "전화번호", "좌표정보(X)", "좌표정보(Y)",
        "지번주소", "홈페이지", "최종수정시점",
    ]

    var permit = "3000000-101-1999-00001"
    /// Nil takes the permit's.
    var authority: String?
    var licensedOn = "1999-09-03"
    var state = "영업/정상"
    var detailedState = "영업"
    var closedOn = ""
    var name = "지어낸감자탕"
    var roadAddress = "서울특별시 종로구 지어낸로12길 34 (지어낸동)"
    var lotAddress = "서울특별시 종로구 지어낸동 158-1"
    var phone = "027400000"
    /// A point in 종로구.
    var easting = "198817.599794752"
    var northing = "452054.207890954"
    var updatedAt = "2026-01-14 14:27:17"

    /// In the order of the header. What nobody may read is filled too: rents, deposits, staff.
    var fields: [String] {
        var fields = [String](repeating: "", count: Self.header.count)
        fields.replaceSubrange(
            0..<5,
            with: [authority ?? String(permit.prefix(7)), permit, licensedOn, state, closedOn]
        )
        fields[5] = "46.17"
        fields.replaceSubrange(8..<11, with: [name, "한식", "U"])
        fields.replaceSubrange(15..<20, with: ["상수도전용", "3", "N", updatedAt, roadAddress])
        fields.replaceSubrange(20..<25, with: ["기타", "777000111", "", detailedState, "01"])
        fields.replaceSubrange(25..<31, with: ["46.17", "4", "01", "유흥업소밀집지역", "777000222", "한식"])
        fields.replaceSubrange(33..<37, with: [phone, easting, northing, lotAddress])
        fields[38] = "1999-09-14 00:00:00"
        return fields
    }

    var csv: String { Self.csv(fields) }

    /// A line of CSV with its line break, all fields in quotes.
    static func csv(_ fields: [String]) -> String {
        var line = ""
        for field in fields {
            line += line.isEmpty ? "\"" : ",\""
            line += field.utf8.contains(UInt8(ascii: "\"")) ? field.replacing("\"", with: "\"\"") : field
            line += "\""
        }
        return line + "\r\n"
    }
}
