/// What a row is chosen by, before the rest of it is read.
struct RegisterKey {
    /// 관리번호, such as 3000000-101-1999-10679.
    let permit: String
    /// The district's slug.
    let district: String
    fileprivate let table: RegisterTable

    /// As it stands in the file; decoded when it is asked for. Valid until the next row.
    var roadAddress: String? { table.text(.roadAddress) }
}

/// A register whose rows carry the number of a licence.
struct PermitRegister<Row: Sendable> {
    /// Without one of these a file is refused.
    let required: [RegisterColumn]
    let optional: [RegisterColumn]
    /// Makes a row of its permit, its district's slug and its fields.
    let row: (String, String, inout RegisterFields) throws(RegisterRejection.Reason) -> Row

    /// - Parameters:
    ///   - today: `yyyy-MM-dd`.
    ///   - wants: decides of every row in Seoul; what it does not want is counted, not read.
    ///   - onRow: gets what was read. The file may still turn out to be a part of one.
    ///   - onRejection: gets rows, and fields of rows that are wanted, that cannot be read.
    ///   - onProgress: gets how many bytes of how many are read.
    /// - Throws: `RegisterFile.Error`, and what `onRow` throws.
    func read(
        _ file: RegisterFile,
        today: String,
        districts: RegisterDistricts,
        wants: (RegisterKey) -> Bool,
        onRow: (RegisterRecord<Row>) throws -> Void,
        onRejection: (RegisterRejection) -> Void,
        onProgress: (Int, Int) -> Void
    ) throws -> RegisterFileSummary {
        let table = try RegisterTable(file, required: required)
        var count = RegisterCount(file: file, today: today)
        while try table.next() {
            count.report(table.progress, onProgress)
            let permit = table.bytes(.permit)
            let authority = table.isWellFormed ? PermitNumber.authority(of: permit) : nil
            guard let authority else {
                let district = PermitNumber.code(table.bytes(.authority)).map(districts.slug(ofAuthority:)) ?? ""
                guard let district else {
                    count.passOver()
                    continue
                }
                let reason = permit.isEmpty && table.isWellFormed ? RegisterRejection.Reason.missing : .malformed
                count.refuse(
                    String(decoding: permit.prefix(40), as: UTF8.self),
                    reason,
                    table.line,
                    district,
                    onRejection
                )
                continue
            }
            guard let district = districts.slug(ofAuthority: authority) else {
                count.passOver()
                continue
            }
            count.record(updatedOn: table.bytes(.updatedOn))
            let key = RegisterKey(permit: String(decoding: permit, as: UTF8.self), district: district, table: table)
            guard wants(key) else {
                count.take(district)
                continue
            }
            var fields = RegisterFields(required + optional, today: today, text: table.text)
            try count.read(&fields, key.permit, table.line, district, onRow, onRejection) {
                fields throws(RegisterRejection.Reason) in try row(key.permit, district, &fields)
            }
        }
        count.report(table.progress, onProgress)
        return count.summary
    }
}
