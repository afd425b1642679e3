interface ImportMeta {
  /** Vite's: the texts of the files that a pattern finds, for a test that reads sources. */
  readonly glob: (
    patterns: readonly string[],
    options: { query: '?raw'; import: 'default'; eager: true },
  ) => Record<string, string>
}
