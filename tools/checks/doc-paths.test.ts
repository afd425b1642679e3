import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { brokenLinks, missingPaths, missingPathsIn, repositoryFiles, unknownSections } from './doc-paths'
import { root } from '../environment'

function read(file: string): string | null {
  const absolute = path.join(root, file)
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : null
}

const documents = repositoryFiles(root).filter((file) =>
  /^((README|SECURITY|\.github\/CONTRIBUTING)\.md|docs\/(decisions\/)?[\w-]+\.md|(shell|mf-[\w-]+|libs\/[\w-]+)\/(.+\/)?README\.md)$/.test(
    file,
  ),
)

test('every path in the documentation exists', () => {
  expect(documents).toContain('docs/architecture.md')
  expect(missingPathsIn(root, documents)).toEqual([])
})

const files = ['libs/pricing/src/money.ts', 'supabase/schemas/21_checkout.sql', 'mf-cart/src/cart/cart.tsx']

test.each([
  ['README.md', '`libs/pricing` and `libs/pricing/src/money.ts`', []],
  [
    'README.md',
    '`libs/prices` and `libs/pricing/src/price.ts`',
    ['libs/prices', 'libs/pricing/src/price.ts'],
  ],
  ['docs/architecture.md', '`21_checkout.sql`, not `15_checkout.sql`', ['15_checkout.sql']],
  ['libs/pricing/README.md', '`src/money.ts`, `money.ts`, `cart.tsx`', ['cart.tsx']],
  ['mf-cart/README.md', '`cart/cart.tsx`, `cart/price.ts`', ['cart/price.ts']],
  ['README.md', '`/sw.js`, `@shop/ui`, `.data/set.json`, `npm run a/b`, `<app>/dist`, `smtp://a/b`', []],
])('in %s, %s, missing paths are found', (document, markdown, missing) => {
  expect(missingPaths(document, markdown, files)).toEqual(missing)
})

test('every link in the documentation leads to a file and heading that exist', () => {
  const all = repositoryFiles(root).filter((file) => file.endsWith('.md'))
  const broken = all.flatMap((file) =>
    brokenLinks(file, read(file) ?? '', read).map((link) => `${file}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('every section of the documentation that sources cite exists', () => {
  const sources = repositoryFiles(root).filter((file) => /^(libs|mf-[\w-]+|shell|e2e)\/.*\.tsx?$/.test(file))
  const unknown = sources.flatMap((file) =>
    unknownSections(read(file) ?? '', read).map((citation) => `${file}: ${citation}`),
  )
  expect(unknown).toEqual([])
})

const text = '# A page\n\n## 9. Its figures\n\n### Orders screen\n'
const readOne = (file: string) => (file === 'docs/a.md' ? text : null)

test.each([
  ['[a](docs/a.md) [b](docs/a.md#9-its-figures) [c](https://shop.example/x#y)', []],
  ['[a](docs/b.md) [b](docs/a.md#its-figures)', ['docs/b.md', 'docs/a.md#its-figures']],
])('in %s, broken links are found', (markdown, broken) => {
  expect(brokenLinks('README.md', markdown, readOne)).toEqual(broken)
})

test.each([
  ['`docs/a.md`, section 9; `docs/a.md`, "Orders screen"', 0],
  ['`docs/a.md`, section 8; `docs/b.md`, section 9; `docs/a.md`, "Orders"', 3],
])('%s cites %i unknown sections', (source, count) => {
  expect(unknownSections(source, readOne)).toHaveLength(count)
})
