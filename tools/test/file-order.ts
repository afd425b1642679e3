import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files of half a minute and more. Begun last, one would keep a single processor busy while the others wait. */
export const longest = [
  'supabase/tests/hostile/hostile.db.test.ts',
  'supabase/tests/growth.db.test.ts',
  'supabase/tests/policy/mutation.db.test.ts',
  'tools/hostile/planted-faults.db.test.ts',
  'supabase/tests/schemas.db.test.ts',
]

/** The place of a test file among the longest; behind them for any other. */
export function rankOf(file: string): number {
  const place = longest.findIndex((one) => file.replaceAll('\\', '/').endsWith(`/${one}`))
  return place < 0 ? longest.length : place
}

/** Runs the longest test files first, then the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId))
  }
}
