import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../environment'

/** A figure, what it may be at most, and its unit. */
export interface Figure {
  name: string
  value: number
  limit: number
  unit: 'ms' | 's' | 'MB'
}

/** Bytes in KB, to one decimal. */
export const kb = (bytes: number): number => Math.round(bytes / 102.4) / 10

/** The value that a share of the times do not exceed. @param share from 0 to 1 */
export const percentile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN

/** How many seconds an act takes. */
export async function seconds(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await act()
  return (performance.now() - from) / 1000
}

/**
 * Prints figures with the load of the machine and writes them to a file of the repository's root.
 *
 * @returns whether all are within their limits
 */
export function report(
  file: string,
  {
    figures,
    machine,
    ...facts
  }: { figures: Figure[]; machine: Record<string, number | undefined> } & Record<string, unknown>,
): boolean {
  console.table(
    Object.fromEntries(
      figures.map(({ name, value, limit, unit }) => [
        name,
        { value: Number(value.toFixed(1)), limit, unit, verdict: value < limit ? 'ok' : 'exceeded' },
      ]),
    ),
  )
  console.log(
    `Load of the machine: ${Object.values(machine)
      .map((each) => each?.toFixed(1))
      .join(' to ')}`,
  )
  const target = path.join(root, file)
  writeFileSync(target, `${JSON.stringify({ ...facts, machine, figures }, null, 2)}\n`)
  console.log(`Written to ${target}`)
  return figures.every(({ value, limit }) => value < limit)
}
