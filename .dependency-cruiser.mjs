// No cycles between folders: with one, neither folder can be read, moved or tested without the other.
// (import-x/no-cycle in eslint.config.js finds cycles between files.)
export default {
  forbidden: [
    { name: 'no-folder-circle', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
  ],
  options: {
    // Nothing imports a test, so it may import from both sides of a boundary.
    exclude: { path: '(^|/)(node_modules|dist)/|\\.test\\.tsx?$' },
    // Type imports count too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
    skipAnalysisNotInRules: true,
  },
}
