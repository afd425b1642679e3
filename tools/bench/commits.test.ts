import { expect, test } from 'vitest'
import { isOfOneRemote } from './commits'

test.each([
  [['mf-catalog/src/home/hero.tsx'], true],
  [['mf-catalog/src/home/hero.tsx', 'mf-catalog/package.json', 'e2e/home.spec.ts', 'docs/glossary.md'], true],
  [['mf-catalog/src/home/hero.tsx', 'mf-account/src/routes.tsx'], false],
  [['mf-catalog/src/home/hero.tsx', 'libs/ui/src/button.tsx'], false],
  [['mf-catalog/src/home/hero.tsx', 'README.md'], false],
  [['shell/src/app.tsx'], false],
  [['e2e/home.spec.ts'], false],
  [[], false],
])('%j is a change of one remote: %s', (files, expected) => {
  expect(isOfOneRemote(files)).toBe(expected)
})
