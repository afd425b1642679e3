import { defineConfig } from 'vitest/config'

// Tests stand beside the code they describe. Three kinds, told apart by name:
// *.test.ts(x) pure and DOM, *.db.test.ts real Postgres, *.contract.test.ts the API of any Supabase.
// Full counts take as long as they take.
const deep = process.env.TEST_DEEP ? { testTimeout: 3_600_000 } : {}

export default defineConfig({
  test: {
    // Left to itself it keeps one processor for watching files.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          // The web server reads the compiled scripts when it is imported; nothing else of a build is needed.
          globalSetup: 'shell/inline/compile.ts',
          setupFiles: ['tools/property-tests.ts', 'tools/patience.ts', 'tools/dialogs.ts'],
          testTimeout: 30_000,
          ...deep,
          include: ['{libs/*,mf-*,shell,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.db.test.ts', '**/*.contract.test.ts'],
        },
      },
      {
        test: {
          name: 'database',
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
          include: ['libs/local-supabase/**/*.contract.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
