import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'

const by = { by: ['stranger', 'guest'] } as const

/** What a member of staff keeps for themselves: views of lists, and the list of what a new shop needs. */
export const staffViewsFunctions = {
  saved_views: {
    for: 'staff',
    ...by,
    calls: [
      { call: "select public.saved_views('products')", ...staffOnly },
      { call: "select public.saved_views('orders')", ...staffOnly, needs: 'orders' },
      { call: "select public.saved_views('customers')", ...staffOnly, needs: 'customers' },
      { call: "select public.saved_views('messages')", ...staffOnly, needs: 'messages' },
    ],
    args: { p_screen: rejected('"orders"') },
    growth: (facts) => [
      {
        name: 'office: saved views of the orders',
        asker: facts.staff,
        values: [],
        text: "select saved_views('orders') as views",
      },
    ],
  },
  setup_checklist: {
    for: 'staff',
    ...by,
    calls: [{ call: 'select public.setup_checklist()', ...staffOnly }],
    args: {},
    growth: (facts) => [
      {
        name: 'office: what a new shop needs',
        asker: facts.staff,
        values: [],
        text: 'select setup_checklist() as list',
      },
    ],
  },
  dismiss_setup: {
    for: 'staff',
    ...by,
    calls: [{ call: 'select public.dismiss_setup(true)', ...staffOnly }],
    args: { p_dismissed: rejected('true') },
  },
} satisfies Record<string, FunctionDeclaration>
