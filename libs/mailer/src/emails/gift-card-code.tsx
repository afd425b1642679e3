import { formatPence, londonDay } from '@shop/pricing'
import * as v from 'valibot'
import { Facts, Panel } from '../components'
import { moment, money } from './fields'

/** The fields of an email with a gift card's code. */
export const codeFields = {
  token: v.pipe(v.string(), v.regex(/^[0-9A-HJKMNP-TV-Z]{20}$/)),
  amount: money,
  expires_at: moment,
}

/** A gift card's code, with its amount and last day. */
export function GiftCardCode({ token, amount, until }: { token: string; amount: number; until: Date }) {
  return (
    <>
      <Panel label="Code" value={token.replace(/(.{4})(?=.)/g, '$1-')} />
      <Facts
        of={[
          { label: 'Amount', value: formatPence(amount) },
          { label: 'Valid until', value: londonDay(until) },
        ]}
      />
    </>
  )
}
