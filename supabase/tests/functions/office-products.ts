import type { Facts, Question } from '../declaration/growth'
import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'
import { frequentWord, rareWord } from '../declaration/vocabulary'

const nobody = { by: ['stranger', 'guest'] } as const
const unused = '00000000-0000-4000-8000-000000000000'
const product = "(select id from public.products where options = '[]' limit 1)"

/** A page of a thousand products at most: an index, counters, and the rows that are shown. */
const pageBound = 600
/** Up to 1,000 are counted, or found by a rare text, each by an index: a few buffers a product. */
const countBound = 6_000
/** Three rows of a file, two of them written with everything that depends on them, and look-ups of a free address. */
const fileBound = 2_000
/** A filter that no index has reads the narrow list once: some 40 products a buffer, and none of a million is left out. */
const passBound = 40_000

const page = (
  { staff }: Facts,
  name: string,
  filter: Record<string, unknown>,
  { sort = 'newest', page: number = 1, bound = pageBound } = {},
): Question => ({
  name: `office: products, ${name}`,
  asker: staff,
  values: [JSON.stringify(filter), sort, String(number)],
  bound,
  text: 'select office_products(p_filter => $1, p_sort => $2, p_page => $3, p_size => 25) as page',
})

const listQuestions = (facts: Facts): Question[] => [
  ...['newest', 'updated', 'name', '-name', 'price', '-price', 'stock', '-stock'].flatMap((sort) => [
    page(facts, `by ${sort}`, {}, { sort }),
    page(facts, `of a category, by ${sort}`, { category: facts.category.id }, { sort }),
  ]),
  page(facts, 'page 400', {}, { page: 400 }),
  page(facts, 'page 400 by name', {}, { page: 400, sort: 'name' }),
  page(facts, 'page 100 of a category', { category: facts.category.id }, { page: 100 }),
  page(facts, 'the last page', {}, { page: 1_000_000 }),
  page(facts, 'without category', { category: 'none' }),
  page(facts, 'active', { status: 'active' }),
  page(facts, 'inactive', { status: 'inactive' }, { bound: countBound }),
  page(facts, 'scheduled', { status: 'scheduled' }, { bound: countBound }),
  page(facts, 'archived', { status: 'archived' }),
  page(facts, 'sold out', { stock: 'out' }, { bound: passBound }),
  page(facts, 'low', { stock: 'low' }, { bound: passBound }),
  page(facts, 'in stock', { stock: 'in' }, { bound: countBound }),
  page(facts, 'featured', { featured: true }, { bound: countBound }),
  page(facts, 'without picture', { picture: 'without' }, { bound: countBound }),
  page(facts, 'a rare text', { q: rareWord }, { bound: countBound }),
  page(facts, 'a frequent text', { q: frequentWord }, { bound: passBound }),
  page(
    facts,
    'a frequent text in a category',
    { q: frequentWord, category: facts.category.id },
    { bound: passBound },
  ),
  page(facts, 'part of a sku', { q: '0000077' }, { bound: countBound }),
  page(facts, 'one letter', { q: 's' }, { bound: passBound }),
  page(facts, 'two letters', { q: 'qz' }, { bound: passBound }),
  page(facts, 'no such text', { q: 'zzqxv' }),
]

const one = (facts: Facts, name: string, text: string): Question => ({
  name: `office: ${name}`,
  asker: facts.staff,
  values: [facts.productId],
  text,
})

/** The functions of the back office's products, by name. */
export const officeProductsFunctions = {
  office_products: {
    for: 'staff',
    ...nobody,
    calls: [{ call: 'select public.office_products()', ...staffOnly }],
    args: {
      p_filter: rejected('{}'),
      p_sort: rejected('"name"'),
      p_page: rejected('1'),
      p_size: rejected('25'),
    },
    growth: listQuestions,
  },
  product_record: {
    for: 'staff',
    ...nobody,
    calls: [{ call: `select public.product_record(${product})`, ...staffOnly }],
    args: { p_id: rejected('"@product@"') },
    growth: (facts) => [one(facts, 'a product', 'select product_record($1) as record')],
  },
  save_product: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.save_product(p_fields => '{"name": "New", "price": 1}')`,
        ...staffOnly,
        needs: 'catalogue',
      },
      {
        call: `select public.save_product('${unused}', 1)`,
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        needs: 'catalogue',
        service: 'PT403',
      },
    ],
    args: {
      p_id: rejected('"@product@"'),
      p_version: rejected('1'),
      p_fields: rejected('{"price":0.01}'),
      p_stock_change: rejected('5'),
      p_note: rejected('"x"'),
      p_variants: rejected('null'),
    },
    growth: (facts) => [
      {
        name: 'office: adding a product whose name many have',
        asker: facts.staff,
        values: [],
        bound: 600,
        text: `select save_product(p_fields => '{"name": "Silk Candle", "price": 1}') as saved`,
      },
    ],
  },
  archive_products: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.archive_products(array['${unused}']::uuid[])`,
        ...staffOnly,
        needs: 'catalogue',
      },
    ],
    args: {
      p_ids: rejected('["@product@"]'),
      p_archived: rejected('true'),
      p_active: rejected('["@product@"]'),
    },
  },
  delete_product: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.delete_product('${unused}', 1)`,
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        needs: 'catalogue',
        service: 'PT403',
      },
    ],
    args: { p_id: rejected('"@product@"'), p_version: rejected('1') },
  },
  duplicate_product: {
    for: 'staff',
    ...nobody,
    calls: [{ call: `select public.duplicate_product(${product})`, ...staffOnly, needs: 'catalogue' }],
    args: { p_id: rejected('"@product@"') },
  },
  bulk_products: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.bulk_products('[{"id": "${unused}", "version": 1}]', '{"is_active": false}')`,
        ...staffOnly,
        needs: 'catalogue',
      },
    ],
    args: {
      p_ids: rejected('[{"id":"@product@","version":1}]'),
      p_change: rejected('{"price":{"percent":-99}}'),
    },
  },
  undo_bulk: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.undo_bulk('[{"id": "${unused}", "version": 1, "before": {"is_active": true}}]')`,
        ...staffOnly,
        needs: 'catalogue',
      },
    ],
    args: { p_done: rejected('[{"id":"@product@","version":1,"before":{"is_active":false}}]') },
  },
  export_products: {
    for: 'staff',
    ...nobody,
    calls: [{ call: 'select public.export_products()', ...staffOnly }],
    args: { p_filter: rejected('{}'), p_after: rejected('null'), p_limit: rejected('10') },
    growth: (facts) => [
      {
        name: 'office: export, from the middle',
        asker: facts.staff,
        values: [`${facts.products.at}~${facts.products.id}`],
        bound: pageBound,
        text: 'select export_products(p_after => $1, p_limit => 50) as part',
      },
    ],
  },
  import_products: {
    for: 'staff',
    ...nobody,
    calls: [
      {
        call: `select public.import_products('[{"name": "New", "price": 1}]')`,
        ...staffOnly,
        needs: 'catalogue',
      },
    ],
    args: { p_rows: rejected('[{"name":"x","price":0}]'), p_dry: rejected('false') },
    growth: ({ staff, slug, sized }) =>
      [true, false].map((isDry) => ({
        name: `office: a file with a new, a plain and a sized row${isDry ? ', checked' : ''}`,
        asker: staff,
        values: [
          JSON.stringify([
            { name: 'Silk Candle', sku: 'GROWTH-1', barcode: '12345678', price: 5, stock: 3 },
            { slug, price: 6, category: 'room-1' },
            { sku: sized.sku, price: 7, stock: 2 },
          ]),
          String(isDry),
        ],
        bound: fileBound,
        text: 'select import_products(p_rows => $1, p_dry => $2) as outcome',
      })),
  },
} satisfies Record<string, FunctionDeclaration>
