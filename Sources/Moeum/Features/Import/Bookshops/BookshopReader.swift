/// Reads the bookshops of Seoul in a list.
struct BookshopReader: Sendable {
    /// What a list holds.
    struct Content: Sendable {
        var places = FileImport.Content()
        /// Rows outside of Seoul.
        var elsewhere = 0
    }

    private static let city = "서울특별시"
    /// What the culture register calls a shop with no genre of its own.
    private static let anyGenre = "일반서적"

    let districts: Districts
    let dongs: DongTable?
    /// The list's day, `yyyy-MM-dd`.
    let asOf: String

    func read(_ file: BookshopFile) -> Content {
        var content = Content()
        var keys: Set<String> = []
        for row in file.rows {
            var unread = row.unread.map {
                FileImport.UnreadField(line: row.line, field: $0, value: "", words: "is too long, or no text")
            }
            do throws(ImportRejection) {
                guard row.isWellFormed else {
                    throw rejection(row, .malformed, "it has not as many fields as the header")
                }
                guard let record = try record(row, file.form, &unread) else {
                    content.elsewhere += 1
                    continue
                }
                guard keys.insert(record.key).inserted else {
                    throw rejection(row, .repeated, "\(record.key) stands twice")
                }
                content.places.records.append(record)
                content.places.unreadFields += unread
            } catch {
                let refused = FileImport.Rejection(line: row.line, source: file.form.source, rejection: error)
                content.places.rejections.append(refused)
            }
        }
        return content
    }

    private func rejection(_ row: BookshopFile.Row, _ reason: ImportRejection.Reason, _ words: String)
        -> ImportRejection
    {
        ImportRejection(row: "line \(row.line)", reason: reason, words: words)
    }

    /// Nil for a shop outside of Seoul.
    private func record(
        _ row: BookshopFile.Row,
        _ form: BookshopFile.Form,
        _ unread: inout [FileImport.UnreadField]
    ) throws(ImportRejection) -> PlaceRecord? {
        let shop = Shop(row.values, form)
        guard let name = shop.name else { throw rejection(row, .missing, "the name is empty") }
        guard var address = shop.address else { throw rejection(row, .missing, "the address is empty") }
        if form == .seoul {
            if !RegisterWords.isInSeoul(address) { address = "\(Self.city) \(address)" }
        } else if !RegisterWords.isInSeoul(address) {
            return nil
        }
        let named = shop.district ?? Address.district(address)
        guard let district = named.flatMap({ districts[name: $0] }) else {
            throw rejection(row, .unknownDistrict, "district \(named ?? "") is none of Seoul's")
        }
        let road = RoadAddress(address)?.inDistrict(district.name)
        guard let key = shop.key ?? road.map({ "\($0.fullText) \(name)" }) else {
            throw rejection(row, .missing, "it has neither a number nor a road address")
        }
        var record = PlaceRecord(
            source: SourceReference(source: form.source, asOf: asOf),
            key: key,
            kind: .bookshop,
            name: name,
            category: shop.category ?? Place.Kind.bookshop.rawValue,
            district: district.slug
        )
        record.roadAddress = address
        record.phone = shop.phone.flatMap(PhoneNumber.normalized)
        record.menu = shop.genre == Self.anyGenre ? nil : shop.genre
        record.description = shop.description
        record.link = shop.link
        record.hoursText = shop.hoursText
        if let point = shop.point {
            record.position = Self.position(point)
            if record.position == nil {
                unread.append(.init(line: row.line, field: "position", value: point, words: "is no position in Seoul"))
            }
        }
        dongs?.locate(&record)
        return record
    }

    /// Two numbers, of which the one that can be a latitude of Seoul is it: Seoul's list has them the wrong way round.
    static func position(_ text: String) -> Place.Position? {
        let numbers = text.matches(of: /\d{1,3}(?:\.\d+)?/.asciiOnlyDigits()).compactMap { Double($0.output) }
        guard numbers.count == 2 else { return nil }
        return Place.Position(exactLatitude: numbers[0], longitude: numbers[1])
            ?? Place.Position(exactLatitude: numbers[1], longitude: numbers[0])
    }
}

/// One row by what it means.
private struct Shop {
    var key: String?
    var name: String?
    var address: String?
    var district: String?
    var phone: String?
    var category: String?
    var genre: String?
    var description: String?
    var link: String?
    /// Two numbers in degrees.
    var point: String?
    /// In the form that `OpeningHours` reads, where it can be.
    var hoursText: String?

    init(_ values: [String: String], _ form: BookshopFile.Form) {
        switch form {
        case .culture: readCulture(values)
        case .cultureAPI: readCultureAPI(values)
        case .seoul: readSeoul(values)
        }
    }

    private mutating func readCulture(_ values: [String: String]) {
        (key, name, address) = (values["ESNTL_ID"], values["FCLTY_NM"], values["FCLTY_ROAD_NM_ADDR"])
        (category, genre, phone) = (values["LCLAS_NM"], values["MLSFC_NM"], values["TEL_NO"])
        description = values["OPTN_DC"]
        point = Self.pair(values["FCLTY_LA"], values["FCLTY_LO"])
        var hours = BookshopHours(closed: values["RSTDE_GUID_CN"])
        for (column, days) in [("WORKDAY", 1...5), ("SAT", 6...6), ("SUN", 7...7)] {
            let times = (values["\(column)_OPN_BSNS_TIME"], values["\(column)_CLOS_TIME"])
            hours.set(BookshopHours.Span(times.0, times.1), on: days)
        }
        hoursText = hours.text
    }

    private mutating func readCultureAPI(_ values: [String: String]) {
        (key, name, phone) = (values["CNTC_RESRCE_NO"], values["TITLE"], values["CONTACT_POINT"])
        // The postal code comes first.
        address = values["ADDRESS"]?.replacing(/^\(\d{5}\)\s*/.asciiOnlyDigits(), with: "")
        point = values["COORDINATES"]
        description = values["SUB_DESCRIPTION"]
        guard let text = values["DESCRIPTION"] else { return }
        hoursText = OpeningHours(text) == nil ? BookshopHours(freeText: text)?.text : text
        if hoursText == nil { description = description ?? text }
    }

    private mutating func readSeoul(_ values: [String: String]) {
        // 2283.0
        key = values["STORE_SEQ_NO"]?.replacing(/\.0+$/, with: "")
        (name, address, district) = (values["STORE_NAME"], values["ADRES"], values["CODE_VALUE"])
        (category, phone) = (values["STORE_TYPE_NAME"], values["TEL_NO"])
        link = [values["HMPG_URL"], values["SNS"]].compactMap(\.self).first(where: Self.isAddress)
        point = Self.pair(values["XCNTS"], values["YDNTS"])
    }

    private static func pair(_ one: String?, _ other: String?) -> String? {
        one.flatMap { one in other.map { "\(one), \($0)" } }
    }

    private static func isAddress(_ text: String) -> Bool {
        ["http://", "https://"].contains { text.utf8.starts(with: $0.utf8) }
    }
}
