import type { Entry } from './entries'
import { foundEntry } from './entries'
import type { Found } from './office-search'

/** As it is compared: small letters, without accents, single blanks. */
const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

interface Ranked {
  entry: Entry
  /** 0 the best. */
  points: number
}

/** How well a text names an entry, 0 the best; null when it does not. */
function score({ label, detail = '', text: more = '' }: Entry, text: string): number | null {
  const name = plain(label)
  if (name === text) return 0
  if (name.startsWith(text)) return 1
  const words = `${name} ${plain(detail)}`.split(' ')
  const wanted = text.split(' ')
  if (wanted.every((part) => words.some((word) => word.startsWith(part)))) return 2
  const all = [...words, ...plain(more).split(' ')]
  return wanted.every((part) => all.some((word) => word.includes(part))) ? 3 : null
}

/** Known entries that are shown at most, so that settings do not hide what was found. */
const maxKnown = 8

/** What the database found as entries with their points. */
export const foundRows = (found: readonly Found[]): readonly Ranked[] =>
  found.map((one) => ({ entry: foundEntry(one), points: one.score === 2 ? 3 : one.score }))

/** Known entries and what the database found for a text, the best first; of equals the known ones come first. */
export function ranked(known: readonly Entry[], found: readonly Ranked[], text: string): Entry[] {
  const wanted = plain(text)
  const ofKnown = known
    .flatMap((entry) => {
      const points = score(entry, wanted)
      return points === null ? [] : [{ entry, points }]
    })
    .sort((a, b) => a.points - b.points)
    .slice(0, maxKnown)
  return [...ofKnown, ...found].sort((a, b) => a.points - b.points).map(({ entry }) => entry)
}
