import { formAction, statusOf, textsOf } from '@shop/forms/posted'
import { readForm } from '@shop/forms/read-form'
import * as v from 'valibot'
import { askBackInStock, requestFailed, stockRejection, stockRequest } from './ask-back-in-stock'

/** What the product's page says of a back-in-stock request that was posted. */
export interface StockResponse {
  typed: string
  /** Why it was not taken; null when it was. */
  problem: string | null
}

/** Hidden fields of the form. */
const subject = v.object({
  product: v.pipe(v.string(), v.uuid()),
  variant: v.optional(v.pipe(v.string(), v.uuid())),
})

/** Stores a back-in-stock request. */
export const action = formAction<StockResponse>(async ({ form, data: { backend } }) => {
  const typed = textsOf(form).email ?? ''
  const about = v.safeParse(subject, textsOf(form))
  const { values, errors } = readForm(stockRequest, form)
  if (errors) return { status: 422, shown: { typed, problem: errors.email ?? requestFailed } }
  if (!about.success) return { status: 422, shown: { typed, problem: requestFailed } }
  try {
    await askBackInStock(backend, about.output.product, about.output.variant, values.email)
    return { status: 200, shown: { typed: '', problem: null } }
  } catch (error) {
    return { status: statusOf(error), shown: { typed, problem: stockRejection(error) ?? requestFailed } }
  }
})
