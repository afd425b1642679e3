import type { FunctionDeclaration } from '../declaration/function'

/** The functions of promotions, by name. */
export const promotionsFunctions = {
  check_promotion: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: { p_code: { good: '"HOSTILE"', bad: 'harmless' } },
  },
  apply_promotion: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {
      p_session_id: { good: '"@guestCheckout@"', bad: 'refused' },
      p_code: { good: '"HOSTILE"', bad: 'harmless' },
    },
  },
} satisfies Record<string, FunctionDeclaration>
