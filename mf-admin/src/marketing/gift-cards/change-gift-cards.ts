import type { Pence } from '@shop/pricing'
import { row, useAppMutation, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { useRefresh } from '../../frame/staff/use-refresh'

/** A card to issue. */
interface NewGiftCard {
  /** Becomes the card's id when it is sent: sending again makes no second card. */
  key: string
  amountPence: Pence
  /** To whom its code goes by email; null shows the code instead. */
  recipient: { email: string; name: string | null; message: string | null } | null
}

/** Issues a card. @returns its code if it was not sent, which nobody can read again; else null */
async function issueGiftCard(
  db: Backend,
  { key, amountPence, recipient }: NewGiftCard,
): Promise<string | null> {
  if (recipient) {
    await row(db.rpc('send_gift_card', { p_key: key, p_pence: amountPence, p_recipient: { ...recipient } }))
    return null
  }
  return v.parse(v.string(), await row(db.rpc('issue_gift_card', { p_pence: amountPence })))
}

async function voidGiftCard(db: Backend, { id, reason }: { id: string; reason: string }): Promise<void> {
  await row(db.rpc('void_gift_card', { p_id: id, p_reason: reason }))
}

/** Issues a card; the lists are read again. */
export function useIssueGiftCard() {
  const refresh = useRefresh()
  return useAppMutation({ mutationFn: issueGiftCard, onSettled: () => refresh('giftCards') })
}

/** Voids a card and its balance; the lists are read again. */
export function useVoidGiftCard() {
  const refresh = useRefresh()
  return useAppMutation({ mutationFn: voidGiftCard, onSettled: () => refresh('giftCards') })
}
