import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'

const product = '(select id from public.products limit 1)'
const unused = '00000000-0000-4000-8000-000000000000'

/** The functions of the back office's categories and stock, and of former addresses, by name. */
export const officeStockFunctions = {
  redirect_of: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {
      p_kind: { good: '"product"', bad: 'harmless' },
      p_slug: { good: '"silk-mask"', bad: 'harmless' },
    },
    growth: (facts) => [
      {
        name: 'a former address',
        asker: facts.guest,
        values: [facts.slug],
        text: "select redirect_of('product', $1) as slug",
      },
    ],
  },
  office_categories: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [{ call: 'select public.office_categories()', ...staffOnly }],
    args: {},
    growth: (facts) => [
      {
        name: 'office: categories',
        asker: facts.staff,
        values: [],
        text: 'select office_categories() as list',
      },
    ],
  },
  save_category: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [
      {
        call: `select public.save_category(p_fields => '{"name": "New"}')`,
        ...staffOnly,
        needs: 'catalogue',
      },
    ],
    args: { p_id: rejected('"@category@"'), p_version: rejected('1'), p_fields: rejected('{"name":"x"}') },
  },
  order_categories: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [
      {
        call: 'select public.order_categories(array(select id from public.categories order by name))',
        ...staffOnly,
        needs: 'catalogue',
      },
    ],
    args: { p_ids: rejected('["@category@"]') },
  },
  delete_category: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [
      {
        call: `select public.delete_category('${unused}')`,
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        needs: 'catalogue',
        service: 'PT403',
      },
    ],
    args: { p_id: rejected('"@category@"') },
  },
  low_stock: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [{ call: 'select public.low_stock()', ...staffOnly }],
    args: { p_page: rejected('1'), p_size: rejected('25') },
    growth: (facts) => [
      {
        name: 'office: low stock',
        asker: facts.staff,
        values: [],
        bound: 600,
        text: 'select low_stock(p_page => 1, p_size => 25) as page',
      },
    ],
  },
  stock_of: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [{ call: `select public.stock_of(${product})`, ...staffOnly }],
    args: { p_id: rejected('"@product@"') },
    growth: (facts) => [
      {
        name: 'office: the stock of a product',
        asker: facts.staff,
        values: [facts.productId],
        text: 'select stock_of($1) as stock',
      },
    ],
  },
  waiting_for_stock: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [{ call: `select public.waiting_for_stock(${product})`, ...staffOnly }],
    args: { p_id: rejected('"@product@"') },
    growth: (facts) => [
      {
        name: 'office: who waits for a product',
        asker: facts.staff,
        values: [facts.productId],
        text: 'select waiting_for_stock($1) as list',
      },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
