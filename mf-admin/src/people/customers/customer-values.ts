import { cleanText } from '@shop/settings'
import * as v from 'valibot'
import type { Versioned } from '../../kit/use-conflict'

/** Characters of a tag. */
export const tagLength = 40
/** Tags of a customer. */
const tagLimit = 20

const line = (max: number) =>
  v.pipe(v.string(), v.transform(cleanText), v.maxLength(max, `At most ${max} characters, please.`))
const required = (max: number, words: string) => v.pipe(line(max), v.nonEmpty(words))
const phone = v.pipe(line(40), v.regex(/^[0-9+()./ -]*$/, 'Use digits and spaces for the phone number.'))

const person = {
  first_name: line(100),
  last_name: line(100),
  phone,
  tags: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(tagLength, `At most ${tagLength} characters each, please.`))),
    v.transform((tags) => [...new Set(tags.map((tag) => tag.toLowerCase()))].sort()),
    v.maxLength(tagLimit, `At most ${tagLimit} tags, please.`),
  ),
}
const address = {
  address_first_name: required(100, 'Enter the first name.'),
  address_last_name: required(100, 'Enter the last name.'),
  address_line_1: required(200, 'Enter the first line of the address.'),
  address_line_2: line(200),
  city: required(120, 'Enter the town or city.'),
  state: line(120),
  postal_code: required(16, 'Enter the postcode.'),
  address_phone: line(40),
}
const noAddress = {
  address_first_name: v.string(),
  address_last_name: v.string(),
  address_line_1: v.string(),
  address_line_2: v.string(),
  city: v.string(),
  state: v.string(),
  postal_code: v.string(),
  address_phone: v.string(),
}

/** The form of a customer who has a default address. */
export const customerForm = v.object({ ...person, ...address })

/** The form of one who has none: the fields of the address stay empty and are not shown. */
export const customerFormWithoutAddress = v.object({ ...person, ...noAddress })

/** The fields of the form. */
export type CustomerValues = v.InferInput<typeof customerForm>

/** What staff can change of a customer, as the database has it. */
export const customerRecordSchema = v.object({
  version: v.number(),
  first_name: v.string(),
  last_name: v.string(),
  phone: v.string(),
  tags: v.array(v.string()),
  default_address: v.nullable(
    v.object({
      first_name: v.string(),
      last_name: v.string(),
      address_line_1: v.string(),
      address_line_2: v.string(),
      city: v.string(),
      state: v.string(),
      postal_code: v.string(),
      country: v.string(),
      phone: v.string(),
    }),
  ),
})

/** What staff can change of a customer. */
export type CustomerRecord = v.InferOutput<typeof customerRecordSchema>

/** A record as the form shows it. */
export function customerValues(record: CustomerRecord): Versioned<CustomerValues> {
  const { version, first_name, last_name, phone: number, tags, default_address: found } = record
  return {
    version,
    values: {
      first_name,
      last_name,
      phone: number,
      tags,
      address_first_name: found?.first_name ?? '',
      address_last_name: found?.last_name ?? '',
      address_line_1: found?.address_line_1 ?? '',
      address_line_2: found?.address_line_2 ?? '',
      city: found?.city ?? '',
      state: found?.state ?? '',
      postal_code: found?.postal_code ?? '',
      address_phone: found?.phone ?? '',
    },
  }
}

/** The present record that a rejection for a stale version carries. @throws ValiError for anything else */
export const readCustomer = (record: unknown): Versioned<CustomerValues> =>
  customerValues(v.parse(customerRecordSchema, record))

/** The record to save. @param country of the default address; null without one */
export function customerRecord(values: CustomerValues, country: string | null) {
  const { first_name, last_name, tags } = values
  return {
    first_name,
    last_name,
    phone: values.phone,
    tags,
    default_address:
      country === null
        ? null
        : {
            first_name: values.address_first_name,
            last_name: values.address_last_name,
            address_line_1: values.address_line_1,
            address_line_2: values.address_line_2,
            city: values.city,
            state: values.state,
            postal_code: values.postal_code,
            country,
            phone: values.address_phone,
          },
  }
}
