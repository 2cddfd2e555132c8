/// Reads the register of model restaurants (행정안전부_모범음식점정보).
enum DesignationRows {
    /// The same as `LicenceRows.read`.
    static func read(
        _ file: RegisterFile,
        today: String,
        districts: RegisterDistricts,
        wants: (RegisterKey) -> Bool,
        onRow: (RegisterRecord<DesignationRow>) throws -> Void,
        onRejection: (RegisterRejection) -> Void,
        onProgress: (Int, Int) -> Void
    ) throws -> RegisterFileSummary {
        try PermitRegister(
            required: [.permit, .name, .state, .designatedOn, .revokedOn],
            optional: [.renewedOn, .revocation, .closedOn, .updatedOn],
            distinctive: [],
            foreign: []
        ) { permit, _, fields throws(RegisterRejection.Reason) in
            let stateText = fields.text(.state) ?? ""
            // The day alone, even one that cannot be read, says that it was taken back.
            let reason = fields.text(.revocation) ?? (fields.isFilled(.revokedOn) ? "" : nil)
            return DesignationRow(
                permit: permit,
                name: try fields.requiredText(.name),
                designatedOn: fields.day(.designatedOn),
                renewedOn: fields.day(.renewedOn),
                revokedOn: fields.day(.revokedOn),
                revocation: reason.map(RegisterWords.revocation),
                state: RegisterWords.state(stateText),
                stateText: stateText,
                closedOn: fields.day(.closedOn),
                hasClosing: fields.isFilled(.closedOn),
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
