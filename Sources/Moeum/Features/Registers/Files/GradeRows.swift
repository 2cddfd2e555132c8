/// Reads the hygiene grades (식품안전나라 C004): the API's JSON as a file, or CSV with the same columns.
enum GradeRows {
    /// - Parameters:
    ///   - today: `yyyy-MM-dd`.
    ///   - onRow: gets each row of a restaurant, café or bakery in Seoul, over or not. The file may still turn out to be a
    ///     part of one.
    ///   - onRejection: gets rows and fields that cannot be read.
    ///   - onProgress: gets how many bytes of how many are read.
    /// - Throws: `RegisterFile.Error`, and what `onRow` throws.
    static func read(
        _ file: RegisterFile,
        today: String,
        districts: RegisterDistricts,
        onRow: (RegisterRecord<GradeRow>) throws -> Void,
        onRejection: (RegisterRejection) -> Void,
        onProgress: (Int, Int) -> Void
    ) throws -> RegisterFileSummary {
        try AddressRegister(
            required: [.name, .address, .trade, .grade, .gradeUntil],
            optional: [.phone, .issuer, .gradeFrom, .cancelledOn, .closing, .closedOn, .updatedOn],
            isRead: { RegisterWords.isGradedTrade($0.text(.trade) ?? "") },
            row: row
        ).read(
            file,
            today: today,
            districts: districts,
            onRow: onRow,
            onRejection: onRejection,
            onProgress: onProgress
        )
    }

    private static func row(_ fields: inout RegisterFields) throws(RegisterRejection.Reason) -> GradeRow {
        guard let grade = RegisterWords.grade(try fields.requiredText(.grade)) else { throw .malformed }
        let isClosed =
            fields.isFilled(.closedOn) || !RegisterWords.isGradedBusinessOpen(fields.text(.closing) ?? "")
        return GradeRow(
            name: try fields.requiredText(.name),
            address: try fields.requiredText(.address),
            phone: fields.phone(),
            grade: grade.former,
            from: fields.day(.gradeFrom),
            until: fields.end(.gradeUntil),
            isOver: isClosed || fields.isFilled(.cancelledOn),
            updatedOn: fields.day(.updatedOn)
        )
    }
}
