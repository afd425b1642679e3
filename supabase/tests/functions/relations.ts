import { rejected, type FunctionDeclaration } from '../declaration/function'

const unused = '00000000-0000-4000-8000-000000000000'
const nobody = { by: ['stranger', 'guest'] } as const

/** What goes with what: the shop reads it, staff write it. */
export const relationsFunctions = {
  companions_of: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {
      p_products: { good: '["@product@"]', bad: 'harmless' },
      p_limit: { good: '3', bad: 'harmless' },
    },
    growth: (facts) => [
      {
        name: 'what goes with a product',
        asker: facts.guest,
        values: [facts.productId],
        text: 'select id, slug, name, price, images from companions_of(array[$1]::uuid[])',
      },
      {
        name: 'what goes with a cart',
        asker: facts.guest,
        values: [facts.productId, facts.sized.id],
        text: 'select id, slug, name, price, images from companions_of(array[$1, $2]::uuid[], 12)',
      },
    ],
  },
  save_companions: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.save_companions('${unused}', '{}', '{}')`,
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        needs: 'catalogue',
        service: 'PT403',
      },
    ],
    args: {
      p_product_id: rejected('"@product@"'),
      p_companions: rejected('[]'),
      p_before: rejected('[]'),
    },
  },
  save_category_companions: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.save_category_companions('${unused}', '{}', '{}')`,
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        needs: 'catalogue',
        service: 'PT403',
      },
    ],
    args: {
      p_category_id: rejected('"@category@"'),
      p_companions: rejected('[]'),
      p_before: rejected('[]'),
    },
  },
} satisfies Record<string, FunctionDeclaration>
