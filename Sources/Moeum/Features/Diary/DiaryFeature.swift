import Foundation

extension Feature {
    /// What accounts write about their days, for themselves alone.
    static let diary = Feature(
        pages: [
            DiaryEntryPage.self, DiaryEditorPage.self, DiaryDeletionPage.self, DiaryDeletedPage.self,
            DiaryTrashPage.self, DiaryTrashEmptyingPage.self,
            DiaryVersionsPage.self, DiaryConflictPage.self, DiaryMonthPage.self, DiaryYearPage.self, DiaryListPage.self,
            DiaryExportPage.self, DiarySearchPage.self,
        ],
        maxBytesByPath: [
            "/diary/entries": PhotoLimits.formRules().maxBytes, "/diary/entries/{id}": PhotoLimits.formRules().maxBytes,
        ],
        flashOffers: FlashOffers(actions: [
            "diary-deleted": FlashOffers.Action { "/diary/entries/\($0)/restore" },
            "diary-memory-hidden": FlashOffers.Action({ "/diary/entries/\($0)/recall" }) { _ in ["on": "1"] },
            "visit-memory-hidden": FlashOffers.Action({ "/visits/\($0)/recall" }) { _ in ["on": "1"] },
        ]),
        routes: { app in
            [
                DiaryEntryRoutes(app: app), DiaryAutosaveRoutes(app: app), DiaryTrashRoutes(app: app),
                DiaryVersionRoutes(app: app), DiaryCalendarRoutes(app: app), DiarySharingRoutes(app: app),
                DiarySearchRoutes(app: app),
            ]
        }
    )
}

extension DiaryEntry {
    /// Deletes what has been in the trash for its time, and old versions.
    static let sweep: @Sendable (Transaction, Date, Int) throws -> Int = { transaction, now, limit in
        try transaction.deleteOldDiaryEntries(before: now - trashLifetime, at: now, atMost: limit)
            + transaction.deleteOldDiaryVersions(before: now - trashLifetime, atMost: limit)
    }
}
