import * as v from 'valibot'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isId = (entry: unknown): entry is string => typeof entry === 'string' && uuid.test(entry)

/**
 * Schema of a list of unique UUIDs. Invalid entries are dropped, since users can edit their storage.
 * @param max maximum number of ids; the rest are dropped
 */
export const idList = (max: number) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((stored): readonly string[] => [...new Set(stored.filter(isId))].slice(0, max)),
  )
