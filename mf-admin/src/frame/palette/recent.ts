import { storedItem, type StoredItem } from '@shop/state'
import * as v from 'valibot'
import type { Right } from '../staff/rights'
import { foundEntry, type Entry } from './entries'
import { isFoundKind, type Found } from './office-search'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const title = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(120))

/** What was opened: of known entries the id alone, of others what it takes to show them. Nothing else of a customer is stored. */
const openedSchema = v.variant('kind', [
  v.object({ kind: v.literal('known'), id: v.pipe(v.string(), v.maxLength(200)) }),
  v.object({ kind: v.literal('order'), id: v.pipe(v.string(), v.regex(/^AM\d{8}-\d{4,12}$/)), title }),
  v.object({
    kind: v.picklist(['product', 'customer', 'promotion', 'gift_card', 'zone']),
    id: v.pipe(v.string(), v.regex(uuid)),
    title,
  }),
])

/** Something that was opened with the palette. */
export type Opened = v.InferOutput<typeof openedSchema>

const maxRecent = 6

// What cannot be read is left out, not the rest with it.
const listSchema = v.pipe(
  v.array(v.unknown()),
  v.transform((list) =>
    list
      .flatMap((entry) => {
        const read = v.safeParse(openedSchema, entry)
        return read.success ? [read.output] : []
      })
      .slice(0, maxRecent),
  ),
)

/** What a member of staff opened last in this browser, newest first. */
export const recentOf = (userId: string): StoredItem<Opened[]> =>
  storedItem<Opened[]>(`aurelle_recent_${userId}`, listSchema, { storage: 'local', fallback: [] })

/** An entry as it is stored. */
function openedOf(entry: Entry): Opened {
  const [kind, id = ''] = entry.id.split(/:(.*)/)
  return kind !== undefined && isFoundKind(kind)
    ? { kind, id, title: entry.label.slice(0, 120) }
    : { kind: 'known', id: entry.id }
}

/** Notes that an entry was opened. What only does something, such as signing out, is not offered again by itself. */
export function noteOpened(userId: string, entry: Entry): void {
  if (entry.to === undefined) return
  const stored = recentOf(userId)
  const opened = openedOf(entry)
  const others = stored.read().filter(({ kind, id }) => kind !== opened.kind || id !== opened.id)
  stored.write([opened, ...others].slice(0, maxRecent))
}

const rights: Readonly<Record<Found['kind'], Right | undefined>> = {
  order: 'orders',
  product: undefined,
  customer: 'customers',
  promotion: 'promotions',
  gift_card: 'gift_cards',
  zone: 'shipping',
}

/** What was opened last as entries: what no longer exists for the member is left out. */
export function recentEntries(
  opened: readonly Opened[],
  known: readonly Entry[],
  may: (right: Right) => boolean,
): Entry[] {
  return opened.flatMap((one): Entry[] => {
    if (one.kind === 'known') return known.filter(({ id }) => id === one.id)
    const right = rights[one.kind]
    return right && !may(right) ? [] : [foundEntry(one)]
  })
}
