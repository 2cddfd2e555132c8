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
    private enum Location {
        case district(String)
        case elsewhere
        /// Why, and the district's slug; empty where it is not known.
        case unreadable(RegisterRejection.Reason, String)
    }

    /// Without one of these a file is refused.
    let required: [RegisterColumn]
    let optional: [RegisterColumn]
    /// Without any of these too, unless there are none.
    let distinctive: [RegisterColumn]
    /// With one of these a file is another register's.
    let foreign: [RegisterColumn]
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
        let table = try RegisterTable(file, required: required, distinctive: distinctive, foreign: foreign)
        var count = RegisterCount(file: file, today: today)
        while try table.next() {
            count.report(table.progress, onProgress)
            switch location(of: table, districts) {
            case .elsewhere: count.passOver()
            case .unreadable(let reason, let district):
                count.refuse(Self.start(of: table.text(.permit)), reason, table.line, district, onRejection)
            case .district(let district):
                count.record(updatedOn: table.bytes(.updatedOn))
                let permit = String(decoding: table.bytes(.permit), as: UTF8.self)
                guard wants(RegisterKey(permit: permit, district: district, table: table)) else {
                    count.take(district)
                    continue
                }
                var fields = RegisterFields(required + optional, today: today, text: table.text)
                try count.read(&fields, permit, table.line, district, onRow, onRejection) {
                    fields throws(RegisterRejection.Reason) in try row(permit, district, &fields)
                }
            }
        }
        count.report(table.progress, onProgress)
        return count.summary
    }

    /// By the permit, whose head is the local government, or else by the column that names it.
    private func location(of table: RegisterTable, _ districts: RegisterDistricts) -> Location {
        let permit = table.bytes(.permit)
        if table.isWellFormed, let authority = PermitNumber.authority(of: permit) {
            return districts.slug(ofAuthority: authority).map(Location.district) ?? .elsewhere
        }
        let reason: RegisterRejection.Reason = permit.isEmpty && table.isWellFormed ? .missing : .malformed
        guard let authority = PermitNumber.code(table.bytes(.authority)) else { return .unreadable(reason, "") }
        return districts.slug(ofAuthority: authority).map { .unreadable(reason, $0) } ?? .elsewhere
    }

    /// What an operator finds a row by that has no number: it may be any text.
    private static func start(of text: String?) -> String {
        String(String.UnicodeScalarView((text.flatMap(ImportText.tidy) ?? "").unicodeScalars.prefix(40)))
    }
}
