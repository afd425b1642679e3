import { storedItem } from '@shop/state'
import * as v from 'valibot'
import { columnFor, columnNames, type FileColumn } from './file-columns'

const ignored = ''
/** Headings that are remembered at most. */
const most = 200

type Remembered = Record<string, FileColumn | typeof ignored>

const remembered = storedItem<Remembered>(
  'aurelle_import_columns',
  v.record(v.string(), v.picklist([ignored, ...columnNames])),
  { storage: 'local', fallback: {} },
)

/**
 * What the headings of a file mean: what they were last said to mean in this browser, else the column of ours of that name.
 * A column stands for the first heading that means it; undefined: none.
 */
export function columnsOf(headings: readonly string[]): (FileColumn | undefined)[] {
  const known = remembered.read()
  const guessed = headings.map((heading) => {
    const choice = Object.hasOwn(known, heading) ? known[heading] : undefined
    return choice === ignored ? undefined : (choice ?? columnFor(heading))
  })
  return guessed.map((column, place) => (guessed.indexOf(column) === place ? column : undefined))
}

/** Remembers what was chosen for the headings of a file where it differs from what their names say. */
export function rememberColumns(
  headings: readonly string[],
  mapping: readonly (FileColumn | undefined)[],
): void {
  const known = new Map(Object.entries(remembered.read()))
  headings.forEach((heading, place) => {
    known.delete(heading)
    if (mapping[place] !== columnFor(heading)) known.set(heading, mapping[place] ?? ignored)
  })
  remembered.write(Object.fromEntries([...known].slice(-most)))
}
