import { queryOptions, row, rows, type Backend } from '@shop/supabase'
import type { AddressFields } from './address-schema'

const columns =
  'id, is_default, first_name, last_name, address_line_1, address_line_2, city, state, postal_code, phone'

/** Saved addresses, the default one first. At most 50, which the database sees to. @param userId keys the cache */
export const addressesQuery = (userId: string) =>
  queryOptions({
    key: ['addresses', userId],
    queryFn: (db, signal) =>
      rows(
        db
          .from('addresses')
          .select(columns)
          .order('is_default', { ascending: false })
          .order('created_at', { ascending: false })
          .order('id')
          .limit(50)
          .abortSignal(signal),
      ),
  })

/** A saved address, as its table has it. */
export type Address = Awaited<ReturnType<ReturnType<typeof addressesQuery>['queryFn']>>[number]

const stored = (fields: AddressFields) => ({
  first_name: fields.firstName,
  last_name: fields.lastName,
  address_line_1: fields.line1,
  address_line_2: fields.line2 || null,
  city: fields.city,
  state: fields.state || null,
  postal_code: fields.postalCode,
  phone: fields.phone || null,
})

/** Changes an address, or adds one where there is no id. @returns its id @throws BackendError */
export async function saveAddress(
  db: Backend,
  userId: string,
  id: string | null,
  fields: AddressFields,
): Promise<string> {
  if (id !== null) {
    const changed = await row(db.from('addresses').update(stored(fields)).eq('id', id).select('id').single())
    return changed.id
  }
  const { id: customer } = await row(db.from('customers').select('id').eq('user_id', userId).single())
  const added = await row(
    db
      .from('addresses')
      .insert({ ...stored(fields), customer_id: customer })
      .select('id')
      .single(),
  )
  return added.id
}

/** Makes an address the one that the checkout proposes. @throws BackendError */
export async function chooseDefault(db: Backend, id: string): Promise<void> {
  await row(db.rpc('choose_default_address', { p_id: id }))
}

/** Deletes an address. It is not an error when it was deleted already. @throws BackendError */
export async function deleteAddress(db: Backend, id: string): Promise<void> {
  await row(db.from('addresses').delete().eq('id', id))
}
