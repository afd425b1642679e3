// What a group of the back office's screens may import of another, besides what they share in `frame` and `kit`.
const offered = [
  // The audit log says which category was changed.
  '^mf-admin/src/catalogue/categories/office-categories[.]ts$',
  // Drafts and edits of orders are filled by search and scan, and a draft's customer is one of the list.
  '^mf-admin/src/catalogue/(labels/read-units|scan/find-by-code)[.]ts$',
  '^mf-admin/src/people/customers/list-customers[.]ts$',
  // A promotion is for products and categories.
  '^mf-admin/src/catalogue/products/(list-categories[.]ts|companions/(companions[.]ts|product-adder[.]tsx))$',
  // The simulator of shipping takes products.
  '^mf-admin/src/catalogue/(labels/unit-search[.]tsx|stock/stock-unit[.]ts)$',
]

export default {
  forbidden: [
    // With a cycle between files or folders, neither can be read, moved or tested without the other.
    { name: 'no-file-circle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-folder-circle', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    // The packages that export traces are loaded only where there is an endpoint for them.
    {
      name: 'no-traces-at-start',
      severity: 'error',
      from: {},
      to: { path: '^shell/server/tracing/export-traces[.]ts$', dynamic: false },
    },
    // The back office: routes, the dashboard, groups, frame, kit. Each imports only what follows it.
    {
      name: 'no-group-to-group',
      severity: 'error',
      from: { path: '^mf-admin/src/([^/]+)/', pathNot: '^mf-admin/src/(dashboard|frame|kit)/' },
      to: { path: '^mf-admin/src/', pathNot: ['^mf-admin/src/($1|frame|kit)/', ...offered] },
    },
    {
      name: 'no-frame-to-group',
      severity: 'error',
      from: { path: '^mf-admin/src/frame/' },
      to: { path: '^mf-admin/src/', pathNot: '^mf-admin/src/(frame|kit)/' },
    },
    {
      name: 'no-kit-to-frame',
      severity: 'error',
      from: { path: '^mf-admin/src/kit/' },
      to: { path: '^mf-admin/src/', pathNot: '^mf-admin/src/kit/' },
    },
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
