import { createHash } from 'node:crypto'

/** A share of what there is to try, which each run's seed chooses anew; everything when TEST_DEEP is set. */
export function sampled<Item extends { name: string }>(items: Item[], share: number): Item[] {
  if (process.env.TEST_DEEP) return items
  const seed = process.env.TEST_SEED ?? ''
  return items.filter(
    ({ name }) => createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE() < share * 2 ** 32,
  )
}
