import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { BaseSequencer, type TestSpecification, type Vitest } from 'vitest/node'
import { root } from '../../environment'
import { FileOrder, longest, rankOf } from './file-order'

test('the longest test files exist and are begun before any other', () => {
  for (const [place, file] of longest.entries()) {
    expect(existsSync(path.join(root, file)), file).toBe(true)
    expect(rankOf(path.join(root, file))).toBe(place)
  }
  expect(rankOf(path.join(root, 'libs/pricing/src/money.test.ts'))).toBe(longest.length)
})

test('files that can share a worker follow one another: those of a project, and of an environment', async () => {
  const files = [
    ['unit', 'libs/pricing/src/money.test.ts'],
    ['database', 'supabase/tests/order.db.test.ts'],
    ['unit', 'libs/ui/src/dialog.test.tsx'],
    ['mocked', 'shell/src/layout/layout.mocked.test.tsx'],
    ['unit', 'libs/pricing/src/postcode.test.ts'],
    ['database', longest[0] ?? ''],
    ['unit', 'libs/ui/src/button.test.tsx'],
  ].map(([name, file = '']) => ({ project: { name }, moduleId: path.join(root, file) }))
  vi.spyOn(BaseSequencer.prototype, 'sort').mockImplementation((unsorted) => Promise.resolve(unsorted))
  const sorted = await new FileOrder({} as Vitest).sort(files as unknown as TestSpecification[])
  expect(sorted.map(({ moduleId }) => path.basename(moduleId))).toEqual([
    'growth.db.test.ts',
    'order.db.test.ts',
    'dialog.test.tsx',
    'button.test.tsx',
    'money.test.ts',
    'postcode.test.ts',
    'layout.mocked.test.tsx',
  ])
})
