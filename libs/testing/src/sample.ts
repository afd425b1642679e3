import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** Whether a run tries everything there is. */
export const isDeep = Boolean(process.env.TEST_DEEP)

function treeOfCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim()
  } catch {
    return ''
  }
}

/**
 * What a run samples by: TEST_SEED, otherwise a number that follows from the files of the commit, so that one commit has
 * one result. It is 1 outside of a git checkout.
 */
export function testSeed(given = process.env.TEST_SEED, tree = treeOfCommit): number {
  if (given && /^\d+$/.test(given)) return Number(given) % 2 ** 31
  return Number.parseInt(tree().slice(0, 7), 16) || 1
}

export const seed = testSeed()

const numberOf = (name: string): number =>
  createHash('sha256')
    .update(`${String(seed)} ${name}`)
    .digest()
    .readUInt32LE()

/** Whether a run tries the item of this index: one in `of`, chosen by the seed; all of them when TEST_DEEP is set. */
export const isSampled = (index: number, of: number): boolean => isDeep || (seed + index) % of === 0

/** The items that a run tries: about this share of them, chosen by the seed and their names; all of them when TEST_DEEP is set. */
export function sampled<Item extends { name: string }>(items: Item[], share: number): Item[] {
  return isDeep ? items : items.filter(({ name }) => numberOf(name) < share * 2 ** 32)
}

/** One of some items, chosen by the seed and a name; all of them when TEST_DEEP is set. */
export function oneOf<Item>(items: readonly Item[], name: string): Item[] {
  return isDeep ? [...items] : items.slice(numberOf(name) % items.length).slice(0, 1)
}
