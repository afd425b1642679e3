import { readByStaff } from '../declaration/expected-access'
import { plain, stamps } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const giftCards: TableDeclaration = {
  policies: { forSignedIn: ['Staff see gift cards'] },
  // Not the code's hash.
  columns: {
    signedIn: {
      select: `${stamps} hint initial_pence balance_pence state expires_at recipient_email recipient_name void_reason`,
    },
  },
  reach: readByStaff,
  needs: { read: 'gift_cards' },
  rows: {
    ...plain,
    change: "state = 'void'",
    insert: {
      row: () =>
        "insert into gift_cards (code_hash, hint, initial_pence) values (repeat('0', 64), '0000', 5000)",
    },
    before: { delete: 'delete from gift_card_entries' },
  },
  fixtures: { afterOrders: 'select private.new_gift_card(5000)' },
  attack: {
    row: '@giftCard@',
    forged: `{"code_hash":"${'0'.repeat(64)}","hint":"0000","initial_pence":100000}`,
    change: '{"balance_pence":5000,"state":"active"}',
    unique: 'code_hash',
    seed: () => 'select private.new_gift_card(5000)',
    facts: { giftCard: () => 'select id from gift_cards limit 1' },
  },
  invariants: {
    'a gift card whose balance is not the sum of its entries': `
    select card.id from gift_cards as card left join gift_card_entries as entry on entry.gift_card_id = card.id
    group by card.id having coalesce(sum(entry.amount_pence), 0) <> card.balance_pence`,
    'a gift card held by a checkout that has ended': `
    select hold.gift_card_id from private.gift_card_holds as hold join checkout_sessions as session on session.session_id = hold.checkout_session_id
    where session.status <> 'pending'`,
  },
}
