import type { Facts, Question } from '../declaration/growth'
import { frequentWord, ordinaryWord, rareWord } from '../declaration/vocabulary'

/**
 * What a search of products may touch at any size: it ranks 500 candidates at most, by documents that lie strewn over as
 * many pages, reads the list of those that match, and the rows of one page.
 */
const searchBound = 1_500

/** Searches of products, by words of every frequency. */
export function productSearches({ guest, sized }: Facts): Question[] {
  const search = (name: string, query: string, offset = '0'): Question => ({
    name: `search: ${name}`,
    asker: guest,
    values: [query, offset],
    bound: searchBound,
    text: `select found.*, variants from search_products(p_query => $1, p_limit => 24, p_offset => $2) as found
      left join lateral (
        select json_agg(variant) as variants from (
          select sku, option_values from product_variants
          where product_variants.product_id = found.id and product_variants.is_active and sku ilike $1 || '%') as variant
      ) as variants on true`,
  })
  return [
    search('a rare word', rareWord),
    search('an ordinary word', ordinaryWord),
    search('a frequent word', frequentWord),
    search('a frequent word, next page', frequentWord, '24'),
    search('two frequent words', 'silk candle'),
    search('a frequent and a rare word', `${frequentWord} ${rareWord}`),
    search('a typing error', 'ravenglaed'),
    search('a typing error in a frequent word', 'slik'),
    search('a half-typed word', 'raveng'),
    search('a word that means another', 'lube'),
    search('a word that means a category', 'dildo'),
    search('one letter', 'b'),
    search('a number', 'AM-SIL-0000077'),
    search('a half-typed number', 'AM-SIL-000'),
    search('the start of all numbers', '00'),
    search('the number of a variant', sized.sku),
    search('a half-typed number of a variant', sized.sku.slice(0, -1)),
    search('no such word', 'zzqxv'),
    search('two frequent words that never meet', 'cotton linen'),
    search('the name of a small category', 'curios'),
    search("the house's own name, in every product", 'aurelle'),
  ]
}
