import { defineConfig } from 'vitest/config'
import { FileOrder } from './tools/test/vitest/file-order.ts'

// Tests are beside the code they test. Five kinds by file name:
// *.test.ts(x) pure and DOM, *.mocked.test.ts(x) the same with a module replaced by vi.mock, *.db.test.ts real Postgres,
// *.contract.test.ts the API of any Supabase, *.security.test.ts attacks on a shop.
// Full counts take as long as they take.
const deep = process.env.TEST_DEEP ? { testTimeout: 3_600_000 } : {}

const execArgv = [
  // With more room for short-lived pages the tests of pages take a tenth less processor time.
  '--max-semi-space-size=64',
  // Node 25 and newer have a localStorage of their own, which happy-dom's would not replace.
  '--no-experimental-webstorage',
].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag.replace(/=.*/, '')))

const otherKinds = [
  '**/node_modules/**',
  '**/dist/**',
  '**/*.mocked.test.*',
  '**/*.db.test.ts',
  '**/*.contract.test.ts',
]

// Pages and the web server. The files of a worker share its modules, which hold no state of their own (docs/architecture.md),
// and its page, which `tools/test/vitest/cleanup.ts` clears.
const unit = {
  // The web server reads the compiled scripts when it is imported; nothing else of a build is needed.
  globalSetup: 'shell/inline/compile.ts',
  setupFiles: ['tools/test/vitest/properties.ts', 'tools/test/vitest/cleanup.ts'],
  testTimeout: 30_000,
  execArgv,
  ...deep,
}

// One PostgreSQL for a run; each file copies its database.
const testCluster = 'libs/local-supabase/src/test-cluster.ts'

export default defineConfig({
  test: {
    // By default Vitest reserves one processor for watching files.
    maxWorkers: '100%',
    sequence: { sequencer: FileOrder },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          isolate: false,
          include: ['{libs/*,mf-*,shell,tools}/**/*.test.{ts,tsx}'],
          exclude: otherKinds,
        },
      },
      // What one of these files puts in the place of a module must not reach another.
      { test: { ...unit, name: 'mocked', include: ['{libs/*,mf-*,shell,tools}/**/*.mocked.test.{ts,tsx}'] } },
      {
        test: {
          name: 'database',
          isolate: false,
          globalSetup: testCluster,
          setupFiles: ['tools/test/vitest/properties.ts'],
          include: ['{supabase,tools,libs/local-supabase,mf-*}/**/*.db.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...deep,
        },
      },
      {
        test: {
          name: 'contract',
          isolate: false,
          globalSetup: testCluster,
          include: ['libs/local-supabase/**/*.contract.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'security',
          // One file after another, as they attack the same shop, and after all other tests, as they measure its speed.
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          globalSetup: testCluster,
          setupFiles: ['tools/test/vitest/properties.ts'],
          include: ['security-tests/*.security.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          ...deep,
        },
      },
    ],
  },
})
