import { defineConfig } from 'vitest/config'

// Tests stand beside the code they describe. Three kinds, told apart by name:
// *.test.ts(x) pure and DOM, *.db.test.ts real Postgres, *.contract.test.ts the API of any Supabase.
// Full counts take as long as they take.
const deep = process.env.TEST_DEEP ? { testTimeout: 3_600_000 } : {}

// One PostgreSQL for a run; each file copies its database.
const testCluster = 'libs/local-supabase/src/test-cluster.ts'

export default defineConfig({
  test: {
    // Left to itself it keeps one processor for watching files.
    maxWorkers: '100%',
    // A dialog that closes gives up waiting for its own frame; the library under it rejects a promise nobody awaits.
    onUnhandledError: (error) => !(error.name === 'AbortError' && error.message === 'Promise aborted'),
    projects: [
      {
        test: {
          name: 'unit',
          // The web server reads the compiled scripts when it is imported; nothing else of a build is needed.
          globalSetup: 'shell/inline/compile.ts',
          setupFiles: ['tools/property-tests.ts', 'tools/patience.ts'],
          testTimeout: 30_000,
          ...deep,
          include: ['{libs/*,mf-*,shell,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.db.test.ts', '**/*.contract.test.ts'],
        },
      },
      {
        test: {
          name: 'database',
          globalSetup: testCluster,
          setupFiles: ['tools/property-tests.ts'],
          include: ['{supabase,tools,libs/local-supabase,libs/pricing}/**/*.db.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...deep,
        },
      },
      {
        test: {
          name: 'contract',
          globalSetup: testCluster,
          include: ['libs/local-supabase/**/*.contract.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
