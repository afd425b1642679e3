// No cycles between files, nor between folders: with one, neither can be read, moved or tested without the other.
export default {
  forbidden: [
    { name: 'no-file-circle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-folder-circle', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
  ],
  options: {
    // Nothing imports a test or its configuration, so it may import from both sides of a boundary.
    exclude: { path: '(^|/)(node_modules|dist)/|\\.(test|spec)\\.tsx?$|playwright\\.config\\.ts$' },
    // Type imports count too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
    skipAnalysisNotInRules: true,
  },
}
