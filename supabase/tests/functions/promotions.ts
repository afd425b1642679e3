import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'
import type { Question } from '../declaration/growth'

/** 10,000 entries of an index, or 1,000 codes that a search finds, and the rows of a page. */
const listBound = 1_500

/** The functions of promotions, by name. */
export const promotionsFunctions = {
  automatic_promotions: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {},
    growth: (facts) => [
      {
        name: 'shop: automatic promotions',
        asker: facts.staff,
        values: [],
        text: 'select automatic_promotions() as offers',
      },
    ],
  },
  check_promotion: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: { p_code: { good: '"UNKNOWN"', bad: 'harmless' } },
  },
  apply_promotion: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {
      p_session_id: { good: '"@guestCheckout@"', bad: 'rejected' },
      p_code: { good: '"UNKNOWN"', bad: 'harmless' },
    },
  },
  office_promotions: {
    for: 'staff',
    calls: [{ call: 'select public.office_promotions()', ...staffOnly, needs: 'promotions' }],
    by: ['stranger', 'guest'],
    args: { p_filter: rejected('{}'), p_page: rejected('1'), p_size: rejected('20') },
    growth: (facts) => {
      const page = (name: string, filter: Record<string, string>, number = 1): Question => ({
        name: `office: promotions, ${name}`,
        asker: facts.staff,
        values: [JSON.stringify(filter), String(number)],
        bound: listBound,
        text: 'select office_promotions(p_filter => $1, p_page => $2) as page',
      })
      return [
        page('first page', {}),
        page('the last page', {}, 2_000_000_000),
        page('live', { state: 'live' }),
        page('ended, the last page', { state: 'ended' }, 2_000_000_000),
        page('scheduled', { state: 'scheduled' }),
        page('used up', { state: 'used_up' }),
        page('switched off', { state: 'off' }),
        page('by a code', { q: 'spring-1' }),
        page('by a frequent text', { q: 'spring' }),
        page('by one sign among the live', { q: 's', state: 'live' }),
        page('by a text that no code has', { q: 'qzx' }),
      ]
    },
  },
  promotion_record: {
    for: 'staff',
    calls: [
      {
        call: 'select public.promotion_record((select id from public.promotions limit 1))',
        ...staffOnly,
        needs: 'promotions',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@promotion@"') },
    growth: (facts) => [
      {
        name: 'office: a promotion',
        asker: facts.staff,
        values: [],
        text: `select promotion_record(md5('promotion1')::uuid) as promotion`,
      },
    ],
  },
  promotion_orders: {
    for: 'staff',
    calls: [
      {
        call: 'select public.promotion_orders((select id from public.promotions limit 1))',
        ...staffOnly,
        needs: 'promotions',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@promotion@"'), p_page: rejected('1'), p_size: rejected('10') },
    growth: (facts) =>
      [1, 2_000_000_000].map((number) => ({
        name: `office: orders of a promotion, page ${String(number)}`,
        asker: facts.staff,
        values: [String(number)],
        // 10,000 entries of an index.
        bound: 1_500,
        text: `select promotion_orders(md5('promotion1')::uuid, p_page => $1) as page`,
      })),
  },
  save_promotion: {
    for: 'staff',
    calls: [
      {
        call: `select public.save_promotion(p_fields => '{"code":"RIGHTFUL","kind":"free_delivery"}')`,
        ...staffOnly,
        needs: 'promotions',
      },
    ],
    by: ['stranger', 'guest'],
    args: {
      p_id: rejected('"@promotion@"'),
      p_version: rejected('1'),
      p_fields: rejected('{"percent":100}'),
    },
  },
  end_promotion: {
    for: 'staff',
    calls: [
      {
        call: 'select public.end_promotion(gen_random_uuid(), 1)',
        ...staffOnly,
        staff: 'PT404',
        needs: 'promotions',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@promotion@"'), p_version: rejected('1') },
  },
} satisfies Record<string, FunctionDeclaration>
