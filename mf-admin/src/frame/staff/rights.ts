import { rights } from '@shop/settings/rights'
import * as v from 'valibot'

/** What a role may include. */
export type Right = (typeof rights)[number]

const known: readonly string[] = rights
const isRight = (name: string): name is Right => known.includes(name)

/** The rights in the database's response; those of a newer database that this release does not know are left out. */
export const rightsSchema = v.pipe(
  v.array(v.string()),
  v.transform((names) => names.filter(isRight)),
)
