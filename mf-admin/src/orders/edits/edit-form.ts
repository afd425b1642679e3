import * as v from 'valibot'
import { requiredText, wholeNumber } from '../../kit/field-rules'
import type { Address, EditableOrder, EditRequest } from './order-edits'

/** A line in the form; one that was sold has its place in the order, a new one its product. */
interface LineValues {
  line: number | null
  productId: string | null
  variantId: string | null
  name: string
  sku: string
  quantity: string
}

/** The fields of an edit, as texts. */
export interface EditValues extends Address {
  lines: LineValues[]
  reason: string
}

/** The reason's limit, as in the database. */
export const reasonLimit = 450

const optional = (max: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, `Use at most ${String(max)} characters.`))

const addressFields = {
  first_name: requiredText('Enter a first name.', 100),
  last_name: requiredText('Enter a last name.', 100),
  address_line_1: requiredText('Enter the first line of the address.', 200),
  address_line_2: optional(200),
  city: requiredText('Enter a town or city.', 120),
  state: optional(120),
  postal_code: requiredText('Enter a postcode.', 12),
  phone: optional(40),
}

const lineSchema = v.object({
  line: v.nullable(v.number()),
  productId: v.nullable(v.string()),
  variantId: v.nullable(v.string()),
  name: v.string(),
  sku: v.string(),
  quantity: wholeNumber('Enter how many pieces.', { min: 1, max: 999 }),
})

const requestOf = (order: EditableOrder) => {
  const was = order.now.address
  return ({ lines, ...address }: Address & { lines: v.InferOutput<typeof lineSchema>[] }): EditRequest => {
    const moved = (Object.keys(addressFields) as (keyof Address)[]).some((key) => address[key] !== was[key])
    return {
      lines: lines.map(({ line, productId, variantId, quantity }) =>
        line !== null
          ? { line, quantity }
          : { product_id: productId ?? '', ...(variantId !== null && { variant_id: variantId }), quantity },
      ),
      address: moved ? address : null,
    }
  }
}

const contents = {
  lines: v.pipe(
    v.array(lineSchema),
    v.minLength(1, 'An order keeps at least one line. To take out everything, cancel the order.'),
  ),
  ...addressFields,
}

/** From the fields to what the order is to be, without the reason, for the preview. */
export const previewedSchema = (order: EditableOrder) =>
  v.pipe(v.object(contents), v.transform(requestOf(order)))

/** From the fields to an edit. */
export const editFormSchema = (order: EditableOrder) =>
  v.pipe(
    v.object({ ...contents, reason: requiredText('Say why the order is edited.', reasonLimit) }),
    v.transform(({ reason, ...rest }) => ({ request: requestOf(order)(rest), reason })),
  )

/** The fields as the order is now. */
export const editValues = ({ now }: EditableOrder): EditValues => ({
  lines: now.items.map(({ productId, variantId, name, sku, quantity }, line) => ({
    line,
    productId,
    variantId,
    name,
    sku,
    quantity: String(quantity),
  })),
  ...now.address,
  reason: '',
})
