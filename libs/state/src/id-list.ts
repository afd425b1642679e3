import * as v from 'valibot'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isId = (entry: unknown): entry is string => typeof entry === 'string' && uuid.test(entry)

/**
 * A list of different ids (UUIDs). Whatever else is stored is left out: anybody may have written there.
 * @param max ids beyond so many are left out too
 */
export const idList = (max: number) =>
  v.pipe(
    v.unknown(),
    v.transform((stored): readonly string[] =>
      Array.isArray(stored) ? [...new Set(stored.filter(isId))].slice(0, max) : [],
    ),
  )
