import * as v from 'valibot'

const rights = [
  'catalogue',
  'orders',
  'refunds',
  'customers',
  'messages',
  'shipping',
  'promotions',
  'gift_cards',
  'settings',
  'money_settings',
  'staff',
  'audit',
  'releases',
] as const

/** What a role may include (`private.all_rights` in `supabase/schemas/03_staff_rights.sql`). */
export type Right = (typeof rights)[number]

const known: readonly string[] = rights
const isRight = (name: string): name is Right => known.includes(name)

/** The rights in the database's answer; those of a newer database that this release does not know are left out. */
export const rightsSchema = v.pipe(
  v.array(v.string()),
  v.transform((names) => names.filter(isRight)),
)
