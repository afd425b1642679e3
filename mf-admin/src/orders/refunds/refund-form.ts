import { cleanCode, cleanText } from '@shop/settings'
import { toPence, type Pence } from '@shop/pricing'
import * as v from 'valibot'
import { moneyText } from '../../kit/field-rules'
import type { OrderRefunds, RefundRequest } from './order-refunds'

/** The fields of a refund, as texts. */
export interface RefundValues {
  lines: { quantity: string; restock: boolean }[]
  delivery: string
  /** Blank for what lines and delivery come to. */
  amount: string
  reason: string
}

/** The reason's limit, as in the database. */
export const reasonLimit = 500

const money = (left: Pence) =>
  v.pipe(
    v.string(),
    v.transform(cleanCode),
    v.regex(/^(\d{1,8}(\.\d{1,2})?)?$/, 'Enter an amount in pounds, such as 24.50.'),
    v.transform((text) => (text === '' ? null : toPence(text))),
    v.check(
      (pence) => pence === null || pence <= left,
      `At most £${(left / 100).toFixed(2)} is left to refund.`,
    ),
  )

/** From the fields to what is refunded. @param order what is left bounds each field */
export function refundSchema(order: OrderRefunds) {
  return v.pipe(
    v.object({
      lines: v.tuple(
        order.lines.map(({ left }) =>
          v.object({
            quantity: v.pipe(
              v.string(),
              v.transform(cleanCode),
              v.regex(/^\d{0,6}$/, 'Enter a whole number.'),
              v.transform(Number),
              v.maxValue(left, `At most ${String(left)} left.`),
            ),
            restock: v.boolean(),
          }),
        ),
      ),
      delivery: money(order.left.deliveryPence),
      amount: money(order.left.pence),
      reason: v.pipe(
        v.string(),
        v.transform(cleanText),
        v.maxLength(reasonLimit, `Use at most ${String(reasonLimit)} characters.`),
      ),
    }),
    v.transform(({ lines, delivery, amount, reason }): { request: RefundRequest; reason: string } => ({
      request: {
        lines: lines.flatMap(({ quantity, restock }, index) => {
          const line = order.lines[index]
          return line && quantity > 0 ? [{ line: line.line, quantity, restock }] : []
        }),
        deliveryPence: delivery ?? 0,
        amountPence: amount,
      },
      reason,
    })),
    v.check(({ request }) => isSomething(request), 'Choose what is refunded.'),
  )
}

const isSomething = ({ lines, deliveryPence, amountPence }: RefundRequest) =>
  lines.length > 0 || deliveryPence > 0 || (amountPence ?? 0) > 0

/** Nothing chosen yet. */
export const nothing = (order: OrderRefunds): RefundValues => ({
  lines: order.lines.map(() => ({ quantity: '0', restock: true })),
  delivery: '',
  amount: '',
  reason: '',
})

/** Everything that is left. */
export const everything = (order: OrderRefunds): RefundValues => ({
  lines: order.lines.map(({ left }) => ({ quantity: String(left), restock: true })),
  delivery: order.left.deliveryPence > 0 ? moneyText(order.left.deliveryPence) : '',
  amount: moneyText(order.left.pence),
  reason: '',
})
