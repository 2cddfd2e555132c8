extension Feature {
    /// A person's data as an archive, out and in.
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
