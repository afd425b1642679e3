import { toPence } from '@shop/pricing'
import * as v from 'valibot'

/** A timestamp of the database, as a Date. */
export const timestamp = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
)

/** An amount of the database, which is in pounds, in pence. */
export const pence = v.pipe(
  v.number(),
  v.transform((pounds) => toPence(pounds)),
)
