extension Migration {
    /// Every migration in order; append only.
    package static let all: [Migration] = [
        places, imports, search, importHistory, positions, accounts, mail, archives, emailUndos, reviews,
        photos, favourites, lists, visits, listChanges, moderation, photoMarks, statistics, takedowns,
        blockedWords, queue, people, log, corrections, placeMerges, mergedTraces, takenBack,
        goneTargets, unverifiedSessions, publicLists, nameParts, plainNames, geocoderMisses, shownNames,
        defaultOrder, turns, diary, notedVisits, weatherProviders,
        wall, cards, nearbyPlaces, searchPieces, placeWords, operations, webhooks, accountStorage,
        leases, knownHours, versionPhotos,
    ]
}
