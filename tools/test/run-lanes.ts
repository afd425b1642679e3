import type { Count } from './count'

/** A part of the tests that disturbs no other that runs beside it. */
export interface Lane {
  title: string
  /** Number of processors it uses; `all` runs alone. */
  uses: 1 | 'all'
  /** The title of a lane without whose success this one cannot run. */
  needs?: string
  /** Resolves with what it counted; a rejection counts as one failure. */
  run(): Promise<Count>
}

/**
 * Runs lanes in their order, side by side as far as the processors reach. A failure stops none of the others; a lane
 * whose need failed counts as one failure.
 * @param processors how many there are
 * @param ended called with each lane when it ends, with its seconds
 */
export async function runLanes(
  lanes: readonly Lane[],
  processors: number,
  ended: (lane: Lane, count: Count, seconds: number) => void,
): Promise<Count[]> {
  const results = new Map<string, Promise<Count>>()
  const running = new Set<Promise<Count>>()
  let free = processors

  const start = async (lane: Lane, processorsUsed: number): Promise<Count> => {
    const from = performance.now()
    const count = await outcome(lane, results)
    free += processorsUsed
    ended(lane, count, (performance.now() - from) / 1000)
    return count
  }
  for (const lane of lanes) {
    const processorsUsed = lane.uses === 'all' ? processors : lane.uses
    while (free < processorsUsed) await Promise.race(running)
    free -= processorsUsed
    const result = start(lane, processorsUsed)
    results.set(lane.title, result)
    running.add(result)
    void result.then(() => running.delete(result))
  }
  return Promise.all(results.values())
}

async function outcome(lane: Lane, results: Map<string, Promise<Count>>): Promise<Count> {
  const { title, needs } = lane
  try {
    if (needs !== undefined && (await results.get(needs))?.failed.length !== 0)
      return { passed: 0, failed: [`${title}: not run, as ${needs} failed`] }
    return await lane.run()
  } catch (error) {
    return { passed: 0, failed: [`${title}: ${error instanceof Error ? error.message : String(error)}`] }
  }
}
