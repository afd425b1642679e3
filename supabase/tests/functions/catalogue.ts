import type { FunctionDeclaration } from '../declaration/function'

/** The functions of catalogue, by name. */
export const catalogueFunctions = {
  count_products: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: { p_category: { good: '"candles"', bad: 'harmless' } },
    growth: (facts) => [
      { name: 'products, how many', asker: facts.guest, values: [], text: 'select count_products()' },
      {
        name: 'products of a category, how many',
        asker: facts.guest,
        values: [facts.category.slug],
        text: 'select count_products($1)',
      },
    ],
  },
  list_brands: {
    for: 'everyone',
    hasNoTwin: true,
    by: ['guest', 'stranger'],
    args: { p_category: { good: '"candles"', bad: 'harmless' } },
    growth: (facts) => [
      { name: 'brands', asker: facts.guest, values: [], text: 'select * from list_brands()' },
      {
        name: 'brands of a category',
        asker: facts.guest,
        values: [facts.category.slug],
        text: 'select * from list_brands($1)',
      },
    ],
  },
  search_products: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {
      p_query: { good: '"candle"', bad: 'harmless' },
      p_limit: { good: '5', bad: 'harmless' },
      p_offset: { good: '0', bad: 'harmless' },
    },
  },
  vat_rate: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {},
  },
} satisfies Record<string, FunctionDeclaration>
