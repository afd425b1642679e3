import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'

const nobody = { by: ['stranger', 'guest'] } as const
const unused = '00000000-0000-4000-8000-000000000000'
const goneFor = { anon: '42501', user: 'PT403', staff: 'PT404', needs: 'shipping', service: 'PT403' } as const

/** The functions of the back office's delivery, by name. */
export const officeShippingFunctions = {
  save_shipping: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.save_shipping('zone', p_fields => '{"name": "New"}')`,
        ...staffOnly,
        needs: 'shipping',
      },
      { call: `select public.save_shipping('rule', '${unused}', 1)`, ...goneFor },
    ],
    args: {
      p_kind: rejected('"method"'),
      p_id: rejected('"@method@"'),
      p_version: rejected('1'),
      p_fields: rejected('{"base_price":0}'),
    },
  },
  delete_shipping: {
    for: 'staff',
    ...nobody,
    calls: [{ call: `select public.delete_shipping('method', '${unused}')`, ...goneFor }],
    args: { p_kind: rejected('"method"'), p_id: rejected('"@method@"') },
  },
  explain_shipping: {
    for: 'staff',
    ...nobody,
    calls: [{ call: `select public.explain_shipping(20, 'SW1A 1AA')`, ...staffOnly, needs: 'shipping' }],
    args: { p_subtotal: rejected('20'), p_postcode: rejected('"SW1A 1AA"'), p_country: rejected('"GB"') },
    growth: (facts) => [
      {
        name: 'office: the prices of delivery, explained',
        asker: facts.staff,
        values: [],
        text: "select explain_shipping(20, 'SW1A 1AA') as explanation",
      },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
