/** What a lane of tests came to. */
export interface Count {
  passed: number
  /** What failed, by name: a whole lane or file where no single test did. */
  failed: string[]
}

/** Of all lanes together. */
export function total(counts: Iterable<Count>): Count {
  const all = [...counts]
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.flatMap(({ failed }) => failed),
  }
}

/** The last lines of a run: the failures once more, as a long log hides them, and the sum. */
export function summary({ passed, failed }: Count, seed: string): string {
  const names = failed.map((name) => `  ${name}\n`).join('')
  const list = names && `Failed, with seed ${seed}:\n${names}\n`
  return `${list}${String(passed)} passed, ${String(failed.length)} failed`
}
