import { refused, staffOnly, type FunctionDeclaration } from '../declaration/function'

/** The functions of gift cards, by name. */
export const giftCardsFunctions = {
  start_gift_card: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {
      p_details: {
        good: '{"email":"a@example.test","first_name":"Ada","last_name":"Love","amount":50}',
        bad: 'refused',
      },
    },
  },
  check_gift_card: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: { p_code: { good: '"0123456789ABCDEFGHJK"', bad: 'harmless' } },
  },
  apply_gift_card: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {
      p_session_id: { good: '"@guestCheckout@"', bad: 'refused' },
      p_code: { good: '"0123456789ABCDEFGHJK"', bad: 'harmless' },
    },
  },
  issue_gift_card: {
    for: 'staff',
    calls: [{ call: 'select public.issue_gift_card(5000)', ...staffOnly, needs: 'gift_cards' }],
    by: ['stranger', 'guest'],
    args: { p_pence: refused('5000') },
  },
  void_gift_card: {
    for: 'staff',
    calls: [{ call: 'select public.void_gift_card(gen_random_uuid())', ...staffOnly, needs: 'gift_cards' }],
    by: ['stranger', 'guest'],
    args: { p_id: refused('"@giftCard@"') },
  },
} satisfies Record<string, FunctionDeclaration>
