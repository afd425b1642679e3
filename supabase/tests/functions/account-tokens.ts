import type { FunctionDeclaration } from '../declaration/function'

/** The functions of account tokens, by name. */
export const accountTokensFunctions = {
  issue_account_token: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: { p_session_id: { good: '"@guestCheckout@"', bad: 'rejected' } },
  },
  read_account_token: { for: 'everyone', by: ['guest'], args: { p_token: { good: '"x"', bad: 'harmless' } } },
  claim_account_token: {
    for: 'everyone',
    by: ['stranger'],
    args: { p_token: { good: '"x"', bad: 'harmless' } },
  },
} satisfies Record<string, FunctionDeclaration>
