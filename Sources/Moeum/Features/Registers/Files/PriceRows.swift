/// Reads the good-price shops (착한가격업소).
enum PriceRows {
    /// - Parameters:
    ///   - today: `yyyy-MM-dd`.
    ///   - onRow: gets each shop in Seoul that sells meals, also one without a price that can be read. The file may still turn
    ///     out to be a part of one.
    ///   - onRejection: gets rows and fields that cannot be read.
    ///   - onProgress: gets how many bytes of how many are read.
    /// - Throws: `RegisterFile.Error`, and what `onRow` throws.
    static func read(
        _ file: RegisterFile,
        today: String,
        districts: RegisterDistricts,
        onRow: (RegisterRecord<PriceRow>) throws -> Void,
        onRejection: (RegisterRejection) -> Void,
        onProgress: (Int, Int) -> Void
    ) throws -> RegisterFileSummary {
        try AddressRegister(
            required: [.name, .address, .trade, .dish1, .price1],
            optional: [.city, .district, .phone, .updatedOn] + RegisterColumn.dishes.dropFirst().flatMap { [$0, $1] },
            isRead: { RegisterWords.isFood($0.text(.trade) ?? "") }
        ) { fields throws(RegisterRejection.Reason) in
            PriceRow(
                name: try fields.requiredText(.name),
                address: try fields.requiredText(.address),
                phone: fields.phone(),
                dishes: fields.dishes()
            )
        }.read(
            file,
            today: today,
            districts: districts,
            onRow: onRow,
            onRejection: onRejection,
            onProgress: onProgress
        )
    }
}
