// Folders are the rooms of the code. Where two import each other, neither can be read, moved or tested without the other.
// (Circles of files are found by import-x/no-cycle in eslint.config.js.)
export default {
  forbidden: [
    { name: 'no-folder-circle', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
  ],
  options: {
    // Nothing imports a test, so it may look at both sides of a boundary.
    exclude: { path: '(^|/)(node_modules|dist)/|\\.test\\.tsx?$' },
    // Types count too: a room that needs another's types cannot be read without it.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
    skipAnalysisNotInRules: true,
  },
}
