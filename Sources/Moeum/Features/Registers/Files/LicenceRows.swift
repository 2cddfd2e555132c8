/// Reads the licence register (지방행정 인허가: 일반음식점, 휴게음식점).
enum LicenceRows {
    /// - Parameters:
    ///   - today: `yyyy-MM-dd`.
    ///   - wants: decides of every row in Seoul; what it does not want is counted, not read.
    ///   - onRow: gets what was read; the same permit may come again, with a newer day or an older one. The file may still
    ///     turn out to be a part of one.
    ///   - onRejection: gets rows, and fields of rows that are wanted, that cannot be read.
    ///   - onProgress: gets how many bytes of how many are read.
    /// - Throws: `RegisterFile.Error`, and what `onRow` throws.
    static func read(
        _ file: RegisterFile,
        today: String,
        districts: RegisterDistricts,
        wants: (RegisterKey) -> Bool,
        onRow: (RegisterRecord<LicenceRow>) throws -> Void,
        onRejection: (RegisterRejection) -> Void,
        onProgress: (Int, Int) -> Void
    ) throws -> RegisterFileSummary {
        try PermitRegister(
            required: [.permit, .state, .name],
            optional: [
                .detailedState, .closedOn, .licensedOn, .roadAddress, .lotAddress, .phone, .easting, .northing,
                .updatedOn,
            ],
            // The designations have all that is required, and other days: taken for licences they would open closed places.
            distinctive: [.easting, .licensedOn, .businessType],
            foreign: [.designatedOn, .revokedOn]
        ) { permit, district, fields throws(RegisterRejection.Reason) in
            let stateText = fields.text(.state) ?? fields.text(.detailedState) ?? ""
            let state = RegisterWords.state(stateText)
            return LicenceRow(
                permit: permit,
                state: state,
                stateText: stateText,
                // Some businesses opened again, and kept the day.
                closedOn: state == .closed ? fields.day(.closedOn) : nil,
                licensedOn: fields.day(.licensedOn),
                name: try fields.requiredText(.name),
                roadAddress: fields.text(.roadAddress),
                lotAddress: fields.text(.lotAddress),
                phone: fields.phone(),
                position: fields.position(in: district, districts),
                updatedOn: fields.day(.updatedOn)
            )
        }.read(
            file,
            today: today,
            districts: districts,
            wants: wants,
            onRow: onRow,
            onRejection: onRejection,
            onProgress: onProgress
        )
    }
}
