import { expect, test } from 'vitest'
import { contractProblems, missingExports } from './contract'
import type { ReleaseRecord } from './record'

const record = (name: string, more: Partial<ReleaseRecord>): ReleaseRecord => ({
  name,
  version: 'v1',
  commit: null,
  owner: 'team',
  builtAt: '2026-11-23T01:00:00Z',
  entry: 'entry.js',
  manifest: 'manifest.json',
  globalName: name,
  routes: [],
  pages: [],
  searchable: [],
  fragments: {},
  mounts: [],
  server: null,
  files: {},
  sizes: { raw: 0, gzip: 0, brotli: 0 },
  needs: {},
  provides: {},
  versions: {},
  migration: null,
  database: [],
  ...more,
})
const shell = record('shell', { provides: { '@shop/ui': ['Button', 'Text'], react: ['useState'] } })

test('a set whose remotes import what the shell exports has no problem', () => {
  const catalog = record('mf-catalog', {
    needs: { '@shop/ui': ['Text'], react: ['useState'] },
    migration: '20261101000000',
  })
  expect(contractProblems([shell, catalog], ['20261101000000'])).toEqual([])
})

test('a name that the shell lacks is told with the remote and the lib', () => {
  const catalog = record('mf-catalog', { needs: { '@shop/ui': ['Text', 'Lookbook'] } })
  expect(contractProblems([shell, catalog], null)).toEqual([
    'mf-catalog needs Lookbook of @shop/ui, which the shell does not export. Promote a shell with it first, or a mf-catalog that does without.',
  ])
})

test('a lib that the shell does not share is told', () => {
  expect(missingExports(shell, record('mf-catalog', { needs: { '@shop/charts': ['Chart'] } }))).toEqual([
    'mf-catalog needs @shop/charts, which the shell does not share. Promote a shell with it first, or a mf-catalog that does without.',
  ])
})

test('a package that is imported as a whole must only be shared', () => {
  expect(missingExports(shell, record('mf-admin', { needs: { react: ['*'] } }))).toEqual([])
  expect(missingExports(shell, record('mf-admin', { needs: { 'react-dom': ['*'] } }))).toHaveLength(1)
})

test('a migration that the database lacks is told', () => {
  const catalog = record('mf-catalog', { migration: '20261201000000' })
  expect(contractProblems([shell, catalog], ['20261101000000'])).toEqual([
    'mf-catalog v1 needs migration 20261201000000, which the database does not have. ' +
      'Apply it first: npm start does for the embedded backend, supabase db push for another.',
  ])
})

test('a set without a shell is rejected', () => {
  expect(contractProblems([record('mf-catalog', {})], null)).toEqual(['The set has no shell.'])
})
