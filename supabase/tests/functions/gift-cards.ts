import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'
import type { Question } from '../declaration/growth'

/** 10,000 entries of an index, 1,000 cards that a search finds, and the rows of a page. */
const listBound = 1_500

/** The functions of gift cards, by name. */
export const giftCardsFunctions = {
  start_gift_card: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {
      p_details: {
        good: '{"email":"a@example.test","first_name":"Ada","last_name":"Love","amount":50}',
        bad: 'rejected',
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
      p_session_id: { good: '"@guestCheckout@"', bad: 'rejected' },
      p_code: { good: '"0123456789ABCDEFGHJK"', bad: 'harmless' },
    },
  },
  issue_gift_card: {
    for: 'staff',
    calls: [{ call: 'select public.issue_gift_card(5000)', ...staffOnly, needs: 'gift_cards' }],
    by: ['stranger', 'guest'],
    args: { p_pence: rejected('5000') },
  },
  void_gift_card: {
    for: 'staff',
    calls: [
      {
        call: "select public.void_gift_card(gen_random_uuid(), 'Lost')",
        ...staffOnly,
        staff: 'PT404',
        needs: 'gift_cards',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@giftCard@"'), p_reason: rejected('"Mine"') },
  },
  send_gift_card: {
    for: 'staff',
    calls: [
      {
        call: `select public.send_gift_card(gen_random_uuid(), 5000, '{"email":"a@example.test"}')`,
        ...staffOnly,
        needs: 'gift_cards',
      },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_key: rejected('"@unused@"'),
      p_pence: rejected('5000'),
      p_recipient: rejected('{"email":"a@example.test"}'),
    },
  },
  office_gift_cards: {
    for: 'staff',
    calls: [{ call: 'select public.office_gift_cards()', ...staffOnly, needs: 'gift_cards' }],
    by: ['stranger', 'guest'],
    args: { p_filter: rejected('{}'), p_page: rejected('1'), p_size: rejected('20') },
    growth: (facts) => {
      const page = (name: string, filter: Record<string, string>, number = 1): Question => ({
        name: `office: gift cards, ${name}`,
        asker: facts.staff,
        values: [JSON.stringify(filter), String(number)],
        bound: listBound,
        text: 'select office_gift_cards(p_filter => $1, p_page => $2) as page',
      })
      return [
        page('first page', {}),
        page('the last page', {}, 2_000_000_000),
        page('active', { state: 'active' }),
        page('spent', { state: 'spent' }),
        page('expired, the last page', { state: 'expired' }, 2_000_000_000),
        page('void', { state: 'void' }),
        page('by the last four signs', { q: '7K2M' }),
        page('by one sign among the active', { q: '7', state: 'active' }),
        page('of an order', { q: facts.order.number }),
      ]
    },
  },
  gift_card_record: {
    for: 'staff',
    calls: [
      {
        call: 'select public.gift_card_record((select id from public.gift_cards limit 1))',
        ...staffOnly,
        needs: 'gift_cards',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@giftCard@"') },
    growth: (facts) => [
      {
        name: 'office: a gift card and its ledger',
        asker: facts.staff,
        values: [],
        text: `select gift_card_record(md5('card1')::uuid) as card`,
      },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
