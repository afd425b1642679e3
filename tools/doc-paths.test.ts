import { expect, test } from 'vitest'
import { missingPaths, missingPathsIn, repositoryFiles } from './doc-paths'
import { root } from './environment'

const documents = repositoryFiles(root).filter((file) =>
  /^(README\.md|\.github\/CONTRIBUTING\.md|docs\/[\w-]+\.md|(shell|mf-[\w-]+|libs\/[\w-]+)\/(.+\/)?README\.md)$/.test(
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
