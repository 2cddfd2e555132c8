/// What registers say of a place, in a reader's words.
struct RegisteredNotes: Sendable {
    var operation: PlaceOperation?
    var trust: PlaceTrust?
    var renaming: PlaceRenaming?
    var designations: [DesignationNote] = []
    var modelYears: String?
    var isModel = false
    var licenceText: String?
    var prices: [PriceNote] = []
    var priceSource: String?

    init() {}

    init(_ words: PlaceTrustPresenter) {
        operation = words.registered.operation
        (trust, renaming) = (words.trust, words.renaming)
        (designations, modelYears, isModel) = (words.designations, words.modelYears, words.isModel)
        (licenceText, prices, priceSource) = (words.licenceText, words.prices, words.priceSource)
    }
}
