import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files of half a minute and more. Begun last, one would keep a single processor busy while the others wait. */
export const longest = [
  'supabase/tests/growth.db.test.ts',
  'supabase/tests/policy/mutation.db.test.ts',
  'supabase/tests/schemas.db.test.ts',
]

/** The place of a test file among the longest; behind them for any other. */
export function rankOf(file: string): number {
  const place = longest.findIndex((one) => file.replaceAll('\\', '/').endsWith(`/${one}`))
  return place < 0 ? longest.length : place
}

// Those with the longest files first.
const projects = ['database', 'contract', 'unit', 'mocked']

const environmentOf = (file: string) =>
  /@vitest-environment +(\S+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'node'

/**
 * Runs the files of a project and an environment one after another, as Vitest ends a worker, with all the modules it has loaded, when the
 * next file differs in either. Within a project the longest come first, then the others in Vitest's own order.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const keys = new Map(
      sorted.map((file) => {
        const { moduleId, project } = file
        const group = `${String(projects.indexOf(project.name))} ${environmentOf(moduleId)}`
        return [file, `${group} ${String(rankOf(moduleId))}`]
      }),
    )
    return sorted.sort((a, b) => (keys.get(a) ?? '').localeCompare(keys.get(b) ?? ''))
  }
}
