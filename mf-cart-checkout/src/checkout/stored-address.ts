import * as v from 'valibot'

/** A text that is empty where the database has none. */
export const text = v.nullish(v.string(), '')

/** A delivery address as the database stores it; what is missing is empty. */
export const addressSchema = v.object({
  first_name: text,
  last_name: text,
  address_line_1: text,
  address_line_2: text,
  city: text,
  state: text,
  postal_code: text,
})

/** A delivery address as fields of the checkout's form. */
export const addressFields = (address: v.InferOutput<typeof addressSchema>) => ({
  firstName: address.first_name,
  lastName: address.last_name,
  line1: address.address_line_1,
  line2: address.address_line_2,
  city: address.city,
  state: address.state,
  postalCode: address.postal_code,
})
