import Hummingbird

extension Transaction {
    /// The place of an address such as `/places/12/reviews`.
    /// - Throws: `Problem.notFound`; a redirection to the same page of the place that this one was merged into.
    func placeOrRedirection(_ id: Place.ID, for request: Request) throws -> Place {
        guard let place = try place(id) else { throw Problem.notFound }
        guard place.status == .closed else { return place }
        let other = try canonicalPlaceID(for: id)
        guard other != id else { return place }
        // Only the id in the path changes.
        var parts = request.uri.path.parts(at: "/").filter { !$0.isEmpty }
        if parts.count > 1 { parts[1] = "\(other)" }
        let query = request.uri.query.map { "?\($0)" } ?? ""
        throw Redirection(to: "/\(parts.joined(separator: "/"))\(query)", status: .permanentRedirect)
    }
}
