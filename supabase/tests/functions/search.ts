import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'
import type { Facts, Question } from '../declaration/growth'
import { frequentWord, rareWord } from '../declaration/vocabulary'

const anyone = { by: ['guest', 'stranger'] } as const
const unused = '00000000-0000-4000-8000-000000000000'

/** The records of the live releases, the words of the query, and a few categories. */
const placesBound = 1_500
/** Up to 1,000 products, each once; above that nothing is counted. */
const facetsBound = 2_500

const places = (facts: Facts, name: string, query: string): Question => ({
  name: `pages and categories: ${name}`,
  asker: facts.guest,
  values: [query],
  bound: placesBound,
  text: 'select * from search_places($1)',
})

/** What a search finds beside products, what shoppers' words mean, and the counts of filters. */
export const searchFunctions = {
  search_places: {
    for: 'everyone',
    ...anyone,
    args: { p_query: { good: '"returns"', bad: 'harmless' } },
    growth: (facts) => [
      places(facts, 'a page', 'returns'),
      places(facts, 'a typing error', 'retuns'),
      places(facts, 'a frequent word', frequentWord),
      places(facts, 'a rare word', rareWord),
      places(facts, 'no such word', 'zzqxv'),
    ],
  },
  product_facets: {
    for: 'everyone',
    hasNoTwin: true,
    ...anyone,
    args: {
      p_listing: { good: '"candles"', bad: 'harmless' },
      p_category: { good: '"candles"', bad: 'harmless' },
      p_brand: { good: '"Aurelle & Moss"', bad: 'harmless' },
      p_min: { good: '1', bad: 'harmless' },
      p_max: { good: '100', bad: 'harmless' },
      p_in_stock: { good: 'true', bad: 'harmless' },
    },
    growth: (facts) => [
      {
        name: 'counts of the filters of all products',
        asker: facts.guest,
        values: [],
        bound: facetsBound,
        text: 'select * from product_facets(p_min => 10, p_max => 50, p_in_stock => true)',
      },
      {
        name: 'counts of the filters of a large category',
        asker: facts.guest,
        values: [facts.category.slug],
        bound: facetsBound,
        text: 'select * from product_facets($1, p_in_stock => true)',
      },
      {
        name: 'counts of the filters of a small category',
        asker: facts.guest,
        values: ['curios'],
        bound: facetsBound,
        text: 'select * from product_facets($1)',
      },
    ],
  },
  save_search_synonym: {
    for: 'staff',
    ...anyone,
    calls: [
      {
        call: "select public.save_search_synonym(p_typed => array['tried'], p_means => array['candle'])",
        ...staffOnly,
        needs: 'catalogue',
      },
    ],
    args: {
      p_id: rejected('"@synonym@"'),
      p_version: rejected('1'),
      p_typed: rejected('["tried"]'),
      p_means: rejected('["candle"]'),
      p_category: rejected('null'),
    },
  },
  delete_search_synonym: {
    for: 'staff',
    ...anyone,
    calls: [
      {
        call: `select public.delete_search_synonym('${unused}')`,
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        service: 'PT403',
        needs: 'catalogue',
      },
    ],
    args: { p_id: rejected('"@synonym@"') },
  },
} satisfies Record<string, FunctionDeclaration>
