import { queryOptions, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

const choicesSchema = v.object({
  can_cancel: v.boolean(),
  change_of_mind: v.boolean(),
  change_of_mind_until: v.nullable(v.string()),
  fault_until: v.nullable(v.string()),
  returnable: v.array(v.object({ line: v.number(), quantity: v.number() })),
})

/** The actions that a buyer has on an order now. */
export interface OrderChoices {
  canCancel: boolean
  /** Whether lines may still come back for a change of mind. */
  canChangeMind: boolean
  /** The last days to ask for a return, as ISO dates; null before delivery. */
  changeOfMindUntil: string | null
  faultUntil: string | null
  /** Pieces that can still come back, by the line's place in the order. */
  returnable: { line: number; quantity: number }[]
}

const nothing: OrderChoices = {
  canCancel: false,
  canChangeMind: false,
  changeOfMindUntil: null,
  faultUntil: null,
  returnable: [],
}

export const orderChoicesQuery = (orderId: string) =>
  queryOptions({
    key: ['orders', 'choices', orderId],
    queryFn: async (db, signal): Promise<OrderChoices> => {
      const found: unknown = await row(db.rpc('order_choices', { p_order: orderId }).abortSignal(signal))
      if (found === null) return nothing
      const choices = v.parse(choicesSchema, found)
      return {
        canCancel: choices.can_cancel,
        canChangeMind: choices.change_of_mind,
        changeOfMindUntil: choices.change_of_mind_until,
        faultUntil: choices.fault_until,
        returnable: choices.returnable,
      }
    },
  })

/** Cancels an order that is not on its way and refunds it. @throws BackendError with `already_sent` as hint and others */
export async function cancelOrder(db: Backend, orderId: string): Promise<void> {
  await row(db.rpc('cancel_my_order', { p_order: orderId }))
}

const reorderedSchema = v.array(
  v.object({
    line: v.number(),
    wanted: v.number(),
    added: v.number(),
    outcome: v.picklist(['added', 'fewer', 'in_cart', 'sold_out', 'gone']),
    price_then: v.number(),
    price_now: v.nullable(v.number()),
  }),
)

/** The result of buying a line again; prices in pounds. */
export type ReorderedLine = v.InferOutput<typeof reorderedSchema>[number]

/** Puts into the cart what can be bought again. @throws BackendError */
export async function reorder(db: Backend, orderId: string): Promise<ReorderedLine[]> {
  return v.parse(reorderedSchema, await row(db.rpc('reorder', { p_order: orderId })))
}
