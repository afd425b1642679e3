import { nobody } from '../declaration/expected-access'
import { byCheckout } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const accountCreationTokens: TableDeclaration = {
  policies: { forAnyone: ['Nobody reads account tokens'] },
  reach: { select: nobody, insert: nobody, update: nobody, delete: nobody },
  rows: {
    ...byCheckout,
    labels: ['guest', 'stranger'],
    change: 'used_at = null',
    insert: {
      row: (_me, them) =>
        `insert into account_creation_tokens (token_hash, checkout_session_id, email) values ('h', '${them.checkoutId}', 'a@b.cd')`,
    },
  },
  overreaches: [
    { actor: 'owner', response: '0', statement: () => 'select from account_creation_tokens' },
    { actor: 'staff', response: '0', statement: () => 'select from account_creation_tokens' },
  ],
  attack: {
    row: '@victimToken@',
    forged: '{"token_hash":"x","checkout_session_id":"@guestCheckout@","email":"x@y.zz"}',
    change: '{"used_at":null,"expires_at":"2999-01-01"}',
    unique: 'token_hash',
    facts: { victimToken: () => 'select id from account_creation_tokens limit 1' },
  },
}
