import { createProjectGraphAsync } from '@nx/devkit'
import nx from '@nx/eslint-plugin'
import jestDom from 'eslint-plugin-jest-dom'
import playwright from 'eslint-plugin-playwright'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

// The boundaries are checked against Nx's project graph. Without a cached one the rule reports nothing, so it is built here;
// when that fails, so does the lint.
await createProjectGraphAsync({ exitOnError: false })

// Who may import whom, by tag:
const only = (sourceTag, ...libs) => ({
  sourceTag,
  onlyDependOnLibsWithTags: libs.map((lib) => `lib:${lib}`),
})
const pageLibs = [
  'federation',
  'settings',
  'pricing',
  'state',
  'supabase',
  'router',
  'ui',
  'forms',
  'auth',
  'cart',
  'wishlist',
  'testing',
]
const boundaries = [
  only('lib:pricing'),
  only('lib:settings'),
  only('lib:router'),
  only('lib:state'),
  only('lib:supabase', 'router', 'state'),
  only('lib:federation', 'router'),
  // Its emails about accounts are made of the same parts as the shop's.
  only('lib:local-supabase', 'settings', 'mailer'),
  only('lib:mailer', 'settings', 'pricing'),
  only('lib:ui', 'router', 'settings', 'state'),
  only('lib:testing', 'router', 'settings', 'supabase', 'ui'),
  only('lib:forms', 'ui', 'settings', 'supabase'),
  only('lib:auth', 'supabase', 'settings', 'router', 'state', 'ui', 'testing'),
  only('lib:cart', 'supabase', 'settings', 'state', 'pricing', 'auth', 'testing'),
  only('lib:wishlist', 'supabase', 'state', 'auth', 'testing'),
  only('type:remote', ...pageLibs),
  // The back office shows emails as they are sent.
  only('type:office', ...pageLibs, 'mailer'),
  only('type:shell', ...pageLibs),
]

// A library is imported inside its facade alone, so that there is one instance and one place to change it.
const facades = {
  '@shop/ui': ['@chakra-ui/*', '@emotion/*', '@ark-ui/*', '@zag-js/*'],
  '@shop/router': ['react-router', 'react-router-dom', 'react-router/*'],
  '@shop/supabase': ['@supabase/supabase-js', '@supabase/postgrest-js', '@tanstack/react-query'],
  '@shop/federation': ['@module-federation/*'],
  '@shop/state': ['jotai', 'jotai/*'],
  'shell/server/payments': ['stripe', 'stripe/*'],
  // Too large for the shop: the back office only.
  '@shop/forms outside mf-admin': ['react-hook-form', 'react-hook-form/*'],
}
const lazily = {
  group: ['react'],
  importNames: ['lazy'],
  message: 'It remembers for ever that a load failed: use onDemand of @shop/ui.',
}
// A library is used through its documented interface or not at all.
const insideOfPackage = {
  regex: '^(?:@[^/]+/)?[a-z][^/.:]*/(?:dist|src|lib|esm|cjs|build)/',
  message: 'Import what the package documents, not a file inside it.',
}
const behind = (...open) => [
  'error',
  {
    patterns: [
      ...Object.entries(facades)
        .filter(([facade]) => !open.some((name) => facade.includes(name)))
        .map(([facade, group]) => ({ group, message: `Import it through ${facade}.` })),
      insideOfPackage,
      lazily,
    ],
  },
]
const faked = {
  selector:
    'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"][expression.name!="window"]',
  message: 'Give the library what its type says, not something else with a cast.',
}
const replaced = [
  {
    selector:
      ':matches(ImportSpecifier[imported.name=/^(_|UNSAFE_|unstable_)/], MemberExpression[object.type!="ThisExpression"][property.name=/^(_|UNSAFE_|unstable_)/])',
    message: 'Use what the library documents, not its private names.',
  },
  {
    selector:
      ':matches(Identifier[name="NormalModuleReplacementPlugin"], Literal[value="string-replace-loader"])',
    message: 'No file of a package is replaced or changed.',
  },
  {
    selector: 'Property[key.name="alias"] Literal[value=/node_modules/]',
    message: 'No file of a package is replaced or changed.',
  },
]

const empty = '[init.type="NewExpression"][init.callee.name=/^(Map|Set)$/][init.arguments.length=0]'
const mutableState = [
  ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind!="const"]',
  `:matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator${empty}`,
]

export default tseslint.config(
  // No rule is switched off by a comment.
  { linterOptions: { noInlineConfig: true } },
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/*.d.ts',
      '**/test-results/**',
      '.nx/**',
      '.releases/**',
      'libs/supabase/src/database.types.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@nx': nx, 'react-hooks': reactHooks },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          depConstraints: boundaries,
          enforceBuildableLibDependency: false,
          allow: [],
          checkDynamicDependenciesExceptions: ['@shop/.*', '.*'],
        },
      ],
      'no-restricted-imports': behind(),
      'no-restricted-syntax': ['error', ...replaced, faked],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      // Oxlint, which reports floating promises, obeys such comments.
      'no-warning-comments': ['error', { terms: ['eslint-disable', 'oxlint-disable'], location: 'anywhere' }],
    },
  },
  // A test file is as long as its subject.
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: { 'max-lines': ['error', { max: 300 }] },
  },
  // The same modules render pages for many visitors.
  {
    files: ['libs/**/*.{ts,tsx}', 'mf-*/**/*.{ts,tsx}', 'shell/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...mutableState.map((selector) => ({
          selector,
          message: 'A module holds no mutable state: put it into a store, a context or a function.',
        })),
        ...replaced,
        faked,
      ],
    },
  },
  // Other files of a worker would get what one of them puts in the place of a module.
  {
    files: ['**/*.test.{ts,tsx}'],
    ignores: ['**/*.mocked.test.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['mock', 'doMock', 'resetModules'].map((property) => ({
          object: 'vi',
          property,
          message: 'Name the file *.mocked.test.ts, so that it runs with modules of its own.',
        })),
      ],
    },
  },
  // A test says what a person notices, and fails without it. Oxlint sees to tests that assert nothing.
  {
    files: ['**/*.test.{ts,tsx}'],
    plugins: { 'jest-dom': jestDom },
    rules: {
      'jest-dom/prefer-checked': 'error',
      'jest-dom/prefer-enabled-disabled': 'error',
      'jest-dom/prefer-focus': 'error',
      'jest-dom/prefer-in-document': 'error',
      'jest-dom/prefer-pressed': 'error',
      'jest-dom/prefer-required': 'error',
      'jest-dom/prefer-to-have-attribute': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'ExpressionStatement > CallExpression:matches([callee.name=/^query/], [callee.property.name=/^query(All)?By/])',
          message: 'A query that finds nothing fails no test: expect something of what it finds.',
        },
        ...replaced,
      ],
    },
  },
  {
    files: ['**/e2e/**/*.ts'],
    plugins: { playwright },
    rules: {
      'playwright/expect-expect': ['error', { assertFunctionPatterns: ['^expect'] }],
      'playwright/no-focused-test': 'error',
      'playwright/no-unused-locators': 'error',
      'playwright/no-wait-for-timeout': 'error',
      'playwright/valid-expect': 'error',
    },
  },
  // A build never contains what only tests use.
  {
    files: ['**/*.{ts,tsx}'],
    ignores: [
      '**/*.test.{ts,tsx}',
      '**/testing.{ts,tsx}',
      '**/e2e/**',
      'libs/testing/**',
      'shell/server/**/test-*.ts',
      'security-tests/**',
      'supabase/tests/**',
      'tools/gallery/**',
      'tools/test/**',
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@shop/testing', '**/testing'], message: 'Only tests import it.' }] },
      ],
    },
  },
  { files: ['libs/ui/**'], rules: { 'no-restricted-imports': behind('@shop/ui') } },
  { files: ['libs/router/**'], rules: { 'no-restricted-imports': behind('@shop/router') } },
  { files: ['libs/supabase/**'], rules: { 'no-restricted-imports': behind('@shop/supabase') } },
  { files: ['libs/federation/**'], rules: { 'no-restricted-imports': behind('@shop/federation') } },
  { files: ['mf-admin/**'], rules: { 'no-restricted-imports': behind('mf-admin') } },
  { files: ['libs/state/**'], rules: { 'no-restricted-imports': behind('@shop/state') } },
  {
    files: ['shell/server/payments/**'],
    rules: { 'no-restricted-imports': behind('shell/server/payments') },
  },
  // The contract tests use supabase-js directly, like any client.
  {
    files: ['libs/local-supabase/**', '**/*.config.ts'],
    rules: { 'no-restricted-imports': behind(...Object.keys(facades)) },
  },
  // An alpha that documents no other way.
  {
    files: ['libs/local-supabase/src/lite-hooks.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  // A page of the server waits for its code, whose retry is the page's own; so do its fragments, which are not asked for again, and tests of both. The server build shares all of React.
  {
    files: [
      'shell/src/composition/server-rendered-routes.tsx',
      'shell/src/server.tsx',
      'libs/cart/src/late-hydration.test.tsx',
      'libs/ui/src/fragment.tsx',
    ],
    rules: { 'no-restricted-imports': 'off' },
  },
  // Commands and generators are outside the graph of apps and libs.
  {
    files: [
      'tools/**',
      '**/e2e/**',
      'supabase/**',
      'security-tests/**',
      'shell/media/**',
      'libs/supabase/generate-types.ts',
      '**/*.config.ts',
      // They share the fixtures of supabase/tests.
      '**/*.db.test.ts',
    ],
    rules: { '@nx/enforce-module-boundaries': 'off', 'no-console': 'off' },
  },
)
