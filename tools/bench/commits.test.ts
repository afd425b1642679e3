import { expect, test } from 'vitest'
import { commitsOfOneApp } from './commits'

test('a commit counts as of one app if nothing outside of its folder changes', () => {
  const commits = [
    ['mf-catalog/src/home/hero.tsx', 'mf-catalog/README.md'],
    ['mf-catalog/src/home/hero.tsx', 'libs/ui/src/button.tsx'],
    ['mf-catalog/src/routes.tsx', 'mf-admin/src/routes.tsx'],
    ['docs/architecture.md'],
  ]
  expect(commitsOfOneApp(commits, ['mf-admin', 'mf-catalog'])).toEqual({ ofAnApp: 3, ofOneAppOnly: 1 })
})
