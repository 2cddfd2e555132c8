/// A register whose rows carry an address and a name, and no number of a licence.
struct AddressRegister<Row: Sendable> {
    private enum Location {
        case district(String)
        case elsewhere, unknown
    }

    /// Without one of these a file is refused.
    let required: [RegisterColumn]
    let optional: [RegisterColumn]
    /// Whether the register's row is about a business in which people eat.
    let isRead: (RegisterFields) -> Bool
    let row: (inout RegisterFields) throws(RegisterRejection.Reason) -> Row

    /// - Parameters:
    ///   - today: `yyyy-MM-dd`.
    ///   - onRow: gets each row in Seoul. The file may still turn out to be a part of one.
    ///   - onRejection: gets rows and fields that cannot be read.
    ///   - onProgress: gets how many bytes of how many are read.
    /// - Throws: `RegisterFile.Error`, and what `onRow` throws.
    func read(
        _ file: RegisterFile,
        today: String,
        districts: RegisterDistricts,
        onRow: (RegisterRecord<Row>) throws -> Void,
        onRejection: (RegisterRejection) -> Void,
        onProgress: (Int, Int) -> Void
    ) throws -> RegisterFileSummary {
        var count = RegisterCount(file: file, today: today)
        let source = try RegisterSource(file, required: required)
        while try source.next() {
            count.report(source.progress, onProgress)
            guard source.isWellFormed else {
                count.refuse("", .malformed, source.line, "", onRejection)
                continue
            }
            var fields = RegisterFields(required + optional, today: today, text: source.text)
            guard isRead(fields) else {
                count.passOver()
                continue
            }
            let name = fields.text(.name) ?? ""
            switch location(fields, districts) {
            case .elsewhere: count.passOver()
            case .unknown: count.refuse(name, .missing, source.line, "", onRejection)
            case .district(let district):
                if let updated = fields.text(.updatedOn) { count.record(updatedOn: updated.utf8) }
                try count.read(&fields, name, source.line, district, onRow, onRejection, row)
            }
        }
        count.report(source.progress, onProgress)
        return count.summary
    }

    /// By the columns that say it, or else the address, or the office that wrote the row.
    private func location(_ fields: RegisterFields, _ districts: RegisterDistricts) -> Location {
        if let city = fields.text(.city) {
            guard RegisterWords.isSeoul(city) else { return .elsewhere }
            let district = fields.text(.district).flatMap(districts.slug(named:))
            return (district ?? fields.text(.address).flatMap(districts.slug(ofAddress:))).map(Location.district)
                ?? .unknown
        }
        for text in [fields.text(.address), fields.text(.issuer)].compactMap(\.self) where RegisterWords.isInSeoul(text)
        {
            if let district = districts.slug(ofAddress: text) { return .district(district) }
        }
        let isSeoul = [fields.text(.address), fields.text(.issuer)].compactMap(\.self).contains(
            where: RegisterWords.isInSeoul
        )
        return isSeoul || !fields.isFilled(.address) ? .unknown : .elsewhere
    }
}
