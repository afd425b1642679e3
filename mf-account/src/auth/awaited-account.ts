import { storedItem, type StoredItem } from '@shop/state'
import * as v from 'valibot'

/** The address of the account that was asked for in this tab and waits for its owner to confirm it; '' for none. */
export const awaitedAccount: StoredItem<string> = storedItem('aurelle_awaited_account', v.string(), {
  storage: 'session',
  format: 'text',
  fallback: '',
})
