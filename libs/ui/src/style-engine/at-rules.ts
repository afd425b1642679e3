import type { Css } from './theme-table'

const pixels: Readonly<Record<string, number>> = { px: 1, rem: 16, em: 16 }

/** The first length in a query, in pixels; infinity without one. */
function lengthOf(query: string): number {
  const [, number, unit = ''] = /(-?\d*\.?\d+)(px|rem|em)/.exec(query) ?? []
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number) * (pixels[unit] ?? 1)
}

const isUpTo = (query: string) => /^[^(]*\(\s*max-/.test(query)
const isPrint = (query: string) => query.includes('print')

/** The order in which queries apply: from narrow to wide, then from wide to narrow, then the others, and print last. */
function compareQueries(a: string, b: string): number {
  const byPrint = Number(isPrint(a)) - Number(isPrint(b))
  if (byPrint !== 0) return byPrint
  const [lengthA, lengthB] = [lengthOf(a), lengthOf(b)]
  const byKind = Number(lengthA === Number.POSITIVE_INFINITY) - Number(lengthB === Number.POSITIVE_INFINITY)
  if (byKind !== 0) return byKind
  const byDirection = Number(isUpTo(a)) - Number(isUpTo(b))
  if (byDirection !== 0) return byDirection
  if (lengthA === lengthB) return a < b ? -1 : 1
  return isUpTo(a) ? lengthB - lengthA : lengthA - lengthB
}

/** Puts media and container queries last, at every level outside of them. */
export function sortAtRules(css: Record<string, unknown>): Css {
  const queries = Object.keys(css).filter((name) => /^@(media|container)/.test(name))
  const sorted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(css))
    if (!queries.includes(name))
      sorted[name] =
        typeof value === 'object' && value !== null ? sortAtRules(value as Record<string, unknown>) : value
  const media = queries.filter((name) => name.startsWith('@media')).sort(compareQueries)
  const container = queries.filter((name) => name.startsWith('@container')).sort(compareQueries)
  for (const name of [...media, ...container]) sorted[name] = css[name]
  return sorted as Css
}
