/// A column that is read, by its names in files of all years: those of the ministry's files, of its API, and of Seoul's older
/// ones. Names of owners, business numbers, numbers of staff and rents have none here, so that they are never decoded.
enum RegisterColumn: Int, CaseIterable, Sendable {
    case authority, permit, licensedOn, state, detailedState, closedOn, name, roadAddress, lotAddress, phone,
        businessType
    case easting, northing, updatedOn
    case designatedOn, renewedOn, revokedOn, revocation
    case address, city, district, trade, issuer, grade, gradeFrom, gradeUntil, cancelledOn, closing
    case dish1, dish2, dish3, dish4, price1, price2, price3, price4

    static let dishes: [(dish: RegisterColumn, price: RegisterColumn)] = [
        (.dish1, .price1), (.dish2, .price2), (.dish3, .price3), (.dish4, .price4),
    ]

    /// The first one found in a header is taken.
    var names: [String] {
        switch self {
        case .authority: ["개방자치단체코드", "OPN_ATMY_GRP_CD", "OPNSFTEAMCODE", "OGDP_INST_CD"]
        case .permit: ["관리번호", "MNG_NO", "MGTNO"]
        case .licensedOn: ["인허가일자", "LCPMT_YMD", "APVPERMYMD"]
        case .state: ["영업상태명", "SALS_STTS_NM", "TRDSTATENM", "영업상태"]
        case .detailedState: ["상세영업상태명", "DTL_SALS_STTS_NM", "DTLSTATENM"]
        case .closedOn: ["폐업일자", "CLSBIZ_YMD", "DCBYMD", "CLSBIZ_DT"]
        case .name: ["사업장명", "업소명", "BPLC_NM", "BPLCNM", "BSNSSP_NM", "BSSH_NM"]
        case .roadAddress: ["도로명주소", "도로명전체주소", "ROAD_NM_ADDR", "RDNWHLADDR"]
        case .lotAddress:
            ["지번주소", "소재지전체주소", "소재지주소", "LOTNO_ADDR", "SITEWHLADDR", "LCTN_ADDR"]
        case .phone: ["전화번호", "소재지전화", "연락처", "TELNO", "SITETEL"]
        case .businessType: ["업태구분명", "BZSTAT_SE_NM", "UPTAENM"]
        case .easting: ["좌표정보(X)", "CRD_INFO_X", "XCRD", "X", "좌표정보X(EPSG5174)"]
        case .northing: ["좌표정보(Y)", "CRD_INFO_Y", "YCRD", "Y", "좌표정보Y(EPSG5174)"]
        case .updatedOn:
            ["데이터갱신시점", "데이터갱신일자", "데이터기준일자", "DAT_UPDT_PNT", "DATA_UPDT_YMD", "UPDATEDT", "CHNG_DT"]
        case .designatedOn: ["지정일자", "DSGN_YMD"]
        case .renewedOn: ["재지정일자", "RE_DSGN_YMD"]
        case .revokedOn: ["지정취소일자", "DSGN_RTRCN_YMD"]
        case .revocation: ["지정취소사유", "DSGN_RTRCN_RSN"]
        case .address: ["주소", "ADDR"]
        case .city: ["시도", "시도명"]
        case .district: ["시군", "시군구", "시군구명"]
        case .trade: ["업종", "INDUTY_NM"]
        case .issuer: ["INSTT_CD_NM"]
        case .grade: ["HG_ASGN_LV"]
        case .gradeFrom: ["ASGN_FROM"]
        case .gradeUntil: ["ASGN_TO"]
        case .cancelledOn: ["ASGN_CANCEL_YMD"]
        case .closing: ["CLSBIZ_DVS_CD_NM"]
        case .dish1: ["메뉴1"]
        case .dish2: ["메뉴2"]
        case .dish3: ["메뉴3"]
        case .dish4: ["메뉴4"]
        case .price1: ["가격1"]
        case .price2: ["가격2"]
        case .price3: ["가격3"]
        case .price4: ["가격4"]
        }
    }

    /// A name without blanks and in capitals, as headers are compared.
    static func key(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { !$0.properties.isWhitespace })).uppercased()
    }

    /// Where each column stands in a header; those that it lacks are left out.
    static func indices(in header: [String]) -> [RegisterColumn: Int] {
        let keys = Dictionary(header.enumerated().map { (key($1), $0) }) { first, _ in first }
        return allCases.reduce(into: [:]) { indices, column in
            indices[column] = column.names.lazy.compactMap { keys[$0] }.first
        }
    }
}
