import * as v from 'valibot'
import { plainColumn, textColumn } from '../../kit/csv/csv-writer'
import { poundsColumn, type ExportKind } from '../../kit/csv/export-rows'

const customerSchema = v.object({
  email: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  phone: v.nullable(v.string()),
  /** ISO date in London, as all days. */
  joined: v.string(),
  orders: v.number(),
  spent: v.number(),
  last_order: v.nullable(v.string()),
  accepts_marketing: v.boolean(),
  age_verified: v.boolean(),
  address_line_1: v.nullable(v.string()),
  address_line_2: v.nullable(v.string()),
  city: v.nullable(v.string()),
  state: v.nullable(v.string()),
  postcode: v.nullable(v.string()),
  country: v.nullable(v.string()),
})
type CustomerRow = v.InferOutput<typeof customerSchema>

const yes = (is: boolean) => (is ? 'yes' : 'no')

/** A row for each customer, with their totals and default address. */
export const customerFile: ExportKind<CustomerRow> = {
  kind: 'customers',
  schema: customerSchema,
  columns: [
    textColumn('Email', ({ email }) => email),
    textColumn('First name', ({ first_name }) => first_name),
    textColumn('Last name', ({ last_name }) => last_name),
    textColumn('Phone', ({ phone }) => phone, true),
    plainColumn('Joined', ({ joined }) => joined),
    plainColumn('Orders', ({ orders }) => orders),
    poundsColumn('Total spent', ({ spent }) => spent),
    plainColumn('Last order', ({ last_order }) => last_order),
    plainColumn('Accepts marketing', ({ accepts_marketing }) => yes(accepts_marketing)),
    plainColumn('Age verified', ({ age_verified }) => yes(age_verified)),
    textColumn('Address line 1', ({ address_line_1 }) => address_line_1),
    textColumn('Address line 2', ({ address_line_2 }) => address_line_2),
    textColumn('City', ({ city }) => city),
    textColumn('State', ({ state }) => state),
    textColumn('Postcode', ({ postcode }) => postcode),
    textColumn('Country', ({ country }) => country),
  ],
}
