import * as v from 'valibot'
import { none } from '../../kit/field-rules'
import type { Versioned } from '../../kit/use-conflict'
import { searchWordsSchema } from './list-search-words'

const words = (max: number) =>
  v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(60, 'Use at most 60 characters for a word.'))),
    v.maxLength(max, `Enter at most ${String(max)}.`),
  )

/** The rules of the form's fields. */
export const searchWordsForm = v.pipe(
  v.object({
    typed: v.pipe(words(20), v.minLength(1, 'Enter at least one word that shoppers type.')),
    means: words(10),
    category_id: v.string(),
  }),
  v.forward(
    v.check(
      ({ means, category_id: category }) => means.length > 0 || category !== none,
      'Say what the words mean: other words, a category, or both.',
    ),
    ['means'],
  ),
)

/** The fields of the form. */
export type SearchWordsValues = v.InferInput<typeof searchWordsForm>

/** The fields of a new entry. */
export const newSearchWords: SearchWordsValues = { typed: [], means: [], category_id: none }

/** An entry from the database as the form shows it. @throws ValiError for anything else */
export function searchWordsValues(record: unknown): Versioned<SearchWordsValues> {
  const { version, typed, means, category_id: category } = v.parse(searchWordsSchema, record)
  return { version, values: { typed, means, category_id: category ?? none } }
}
