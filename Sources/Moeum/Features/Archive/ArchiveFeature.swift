extension Feature {
    /// Export of a person's data as an archive, and its import.
    static let archive = Feature(
        pages: [ExportPage.self, ImportPage.self, ArchiveSchemaPage.self],
        maxBytesByPath: ["/settings/import": ArchiveRoutes.importRules().maxBytes],
        routes: { app in
            [
                ArchiveRoutes(app: app)
            ]
        }
    )
}
