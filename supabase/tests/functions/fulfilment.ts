import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'

/** The functions of sending parcels, by name. */
export const fulfilmentFunctions = {
  add_shipment: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [
      {
        call: `select public.add_shipment('00000000-0000-4000-8000-000000000000', '[]')`,
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        needs: 'orders',
        service: 'PT403',
      },
    ],
    args: {
      p_order: rejected('"@buyerOrder@"'),
      p_lines: rejected('[{"line":0,"quantity":1}]'),
      p_carrier: rejected('"x"'),
      p_tracking_number: rejected('"x"'),
      p_estimated_delivery: rejected('"2031-01-01"'),
      p_status: rejected('"shipped"'),
    },
    growth: (facts) => [
      {
        name: 'office: one parcel of an order',
        asker: facts.staff,
        values: [facts.order.id],
        text: `select add_shipment($1::uuid, '[{"line": 0, "quantity": 1}]') as id`,
      },
    ],
  },
  pieces_to_send: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [
      {
        call: `select public.pieces_to_send(array['00000000-0000-4000-8000-000000000000'::uuid])`,
        ...staffOnly,
        needs: 'orders',
      },
    ],
    args: { p_orders: rejected('["@victimOrder@"]') },
    growth: (facts) => [
      {
        name: 'office: what is left to send of an order',
        asker: facts.staff,
        values: [facts.order.id],
        text: 'select pieces_to_send(array[$1::uuid]) as pieces',
      },
    ],
  },
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
  office_parcels: {
    for: 'staff',
    calls: [{ call: 'select public.office_parcels()', ...staffOnly, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: {
      p_state: rejected('"delivered"'),
      p_query: rejected('"x"'),
      p_page: rejected('1'),
      p_size: rejected('25'),
    },
    growth: (facts) => [
      {
        name: 'office: parcels on their way',
        asker: facts.staff,
        values: [],
        text: 'select office_parcels() as page',
      },
      {
        name: 'office: parcels by tracking number',
        asker: facts.staff,
        values: [],
        text: `select office_parcels(p_query => 'RM 12345') as page`,
      },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
