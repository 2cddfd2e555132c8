/// What an import of a register needs to know of a place of ours while it reads the register.
struct RegisterPlace: Sendable {
    let id: Place.ID
    /// 관리번호, such as 3000000-101-1999-10679; nil where the place's key is no number of a licence.
    let permit: String?
    let kind: Place.Kind
    /// The district's slug.
    let district: String
    /// The name on the sign, the one at the designation and the licence register's.
    let names: [String]
    /// With its district; nil where the place has no road address that can be read.
    let address: RoadAddress?
    let phone: String?
    let hasExactPosition: Bool
    /// Of the places that were merged into it.
    var mergedPermits: [String] = []

    fileprivate var permits: [String] { [permit].compactMap(\.self) + mergedPermits }
}

/// Our places, to be found by what registers say.
struct RegisterPlaces: Sendable {
    /// What was found of a row without a number of a licence.
    enum Finding: Sendable, Equatable {
        case none
        case found(Place.ID, RegisterMatch)
        /// Several places may be meant, so that none is: one of those at the address.
        case ambiguous([Place.ID])
    }

    let all: [RegisterPlace]
    private let byPermit: [String: [Int]]
    private let restaurants: [RoadAddress: [Int]]
    private let vague: [RoadAddress: [Int]]
    private let vagueRoads: Set<String>
    private let districts: Districts

    /// - Parameter places: without those that were merged into others.
    init(_ places: [RegisterPlace], _ districts: Districts) {
        all = places
        self.districts = districts
        var byPermit: [String: [Int]] = [:]
        var restaurants: [RoadAddress: [Int]] = [:]
        var vague: [RoadAddress: [Int]] = [:]
        for (index, place) in places.enumerated() {
            for permit in place.permits { byPermit[permit, default: []].append(index) }
            guard let address = place.address else { continue }
            if place.kind == .restaurant { restaurants[address, default: []].append(index) }
            if !place.hasExactPosition { vague[address, default: []].append(index) }
        }
        (self.byPermit, self.restaurants, self.vague) = (byPermit, restaurants, vague)
        vagueRoads = Set(vague.keys.map(\.road))
    }

    /// How many places a register could be about.
    func count(for register: Register) -> Int {
        switch register {
        case .licences, .designations: all.count { !$0.permits.isEmpty }
        case .grades, .prices: restaurants.values.reduce(0) { $0 + $1.count }
        }
    }

    func hasPermit(_ permit: String) -> Bool { byPermit[permit] != nil }

    func places(withPermit permit: String) -> [RegisterPlace] { (byPermit[permit] ?? []).map { all[$0] } }

    /// The address of a row at which a place of ours has no exact position. Cheap for the many others.
    /// - Parameter district: the slug of the district that the register names.
    func vagueAddress(_ text: String, in district: String) -> RoadAddress? {
        guard namesVagueRoad(text), let address = address(text, in: district), vague[address] != nil else { return nil }
        return address
    }

    /// The place that a row means: at its address, and with its name or its phone. Never by the name alone.
    /// - Parameters:
    ///   - district: the slug of the district that the register names.
    ///   - phone: normalised.
    func place(named name: String, at text: String, in district: String, phone: String?) -> Finding {
        guard let address = address(text, in: district), let here = restaurants[address]?.map({ all[$0] }) else {
            return .none
        }
        let key = RegisterName(name)
        let named = here.filter { place in place.names.contains { RegisterName($0).agrees(with: key) } }
        if let only = named.first {
            return named.count == 1 ? .found(only.id, .addressAndName) : .ambiguous(here.map(\.id))
        }
        let called = here.filter { $0.phone != nil && $0.phone == phone }
        guard let only = called.first else { return .none }
        return called.count == 1 ? .found(only.id, .addressAndPhone) : .ambiguous(here.map(\.id))
    }

    /// A road address with its district; nil where it names another one than the register does.
    private func address(_ text: String, in slug: String) -> RoadAddress? {
        guard let district = districts[slug: slug]?.name, let address = RoadAddress(text)?.inDistrict(district) else {
            return nil
        }
        return address.district == district ? address : nil
    }

    /// Whether a word of the address, perhaps with the next one (강서로 45길), is the road of such a place.
    private func namesVagueRoad(_ text: String) -> Bool {
        let words = text.split(separator: " ", maxSplits: 5)
        return words.indices.contains { index in
            let next = index + 1 < words.endIndex ? words[index + 1] : ""
            let (word, joined) = (String(words[index]), String(words[index] + next))
            return vagueRoads.contains(word) || vagueRoads.contains(joined)
        }
    }
}
