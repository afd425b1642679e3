import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'

/** The functions of sending parcels, by name. */
export const fulfilmentFunctions = {
  mark_orders_sent: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [
      {
        call: `select public.mark_orders_sent('[{"order_number": "AM20250105-0001", "carrier": "Post"}]', true)`,
        ...staffOnly,
        needs: 'orders',
      },
    ],
    args: { p_rows: rejected('[{"order_number":"@buyerOrder@","carrier":"x"}]'), p_dry: rejected('false') },
    growth: (facts) => [
      {
        name: 'office: sending one order',
        asker: facts.staff,
        values: [facts.order.number],
        text: `select mark_orders_sent(jsonb_build_array(jsonb_build_object('order_number', $1::text, 'carrier', 'Post')), true) as rows`,
      },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
