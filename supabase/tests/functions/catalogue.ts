import type { FunctionDeclaration } from '../declaration/function'

/** The functions of catalogue, by name. */
export const catalogueFunctions = {
  count_products: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: { p_category: { good: '"candles"', bad: 'harmless' } },
  },
  list_brands: {
    for: 'everyone',
    hasNoTwin: true,
    by: ['guest', 'stranger'],
    args: { p_category: { good: '"candles"', bad: 'harmless' } },
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
} satisfies Record<string, FunctionDeclaration>
