/// The files that every request needs, read and checked at the start.
struct Resources: Sendable {
    let assets: Assets
    let tiles: MapTiles?
    let views: Views
    let districts: Districts
    let businessTypes: BusinessTypes
    let map: SeoulMap
    let stations: Stations
    let dishNames: DishNames
    let searchVocabulary: PlaceSearchVocabulary
    let reservedNames: ReservedNames
    let passwordRules: PasswordRules

    /// - Throws: what is missing or wrong in a file, by its path.
    init(config: Config) throws {
        let assets = try Assets(
            directory: "\(config.resourceDirectory)/Public",
            libraries: try MapTiles.files(for: config),
            reloads: !config.isProduction
        )
        self.assets = assets
        tiles = MapTiles(config: config, assets: assets)
        let views = try Views(
            directory: "\(config.resourceDirectory)/Views",
            assets: assets.names,
            pages: Routes.pages,
            layout: PageLayout.self,
            reloads: !config.isProduction
        )
        self.views = views
        let data = "\(config.resourceDirectory)/Data"
        districts = try Districts.load(from: data)
        businessTypes = try BusinessTypes.load(from: data)
        map = try SeoulMap.load(from: data)
        stations = try Stations.load(from: data)
        let dishes = try Dish.load(from: data)
        dishNames = try DishNames(dishes, from: data)
        searchVocabulary = PlaceSearchVocabulary(
            views,
            businessTypes,
            map,
            districts,
            stations,
            dishes,
            try FoodWord.load(from: data)
        )
        reservedNames = try ReservedNames.load(from: data)
        passwordRules = try PasswordRules.load(
            from: data,
            siteNames: Language.allCases.map { views.text("site.name", [:], $0) }
        )
    }
}
