import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'

const unused = '00000000-0000-4000-8000-000000000000'
const noDraft = { ...staffOnly, staff: 'PT404' }

/** The functions of draft orders, by name. */
export const draftOrdersFunctions = {
  price_draft: {
    for: 'staff',
    calls: [{ call: "select public.price_draft('{}')", ...staffOnly, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_fields: rejected('{}') },
  },
  draft_order: {
    for: 'staff',
    calls: [{ call: `select public.draft_order('${unused}')`, ...noDraft, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@unused@"') },
  },
  office_drafts: {
    for: 'staff',
    calls: [{ call: 'select public.office_drafts()', ...staffOnly, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_filter: rejected('{"state":"open"}'), p_page: rejected('1'), p_size: rejected('25') },
    growth: (facts) => [
      {
        name: 'office: drafts',
        asker: facts.staff,
        values: [],
        text: 'select office_drafts() as page',
      },
    ],
  },
  save_draft: {
    for: 'staff',
    calls: [{ call: "select public.save_draft(p_fields => '{}')", ...staffOnly, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('null'), p_version: rejected('null'), p_fields: rejected('{}') },
  },
  send_draft: {
    for: 'staff',
    calls: [{ call: `select public.send_draft('${unused}', 1, 1)`, ...noDraft, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: {
      p_id: rejected('"@unused@"'),
      p_version: rejected('1'),
      p_expected_total: rejected('1'),
      p_days: rejected('3'),
      p_email: rejected('true'),
    },
  },
  take_draft_payment: {
    for: 'staff',
    calls: [{ call: `select public.take_draft_payment('${unused}', 1, 1)`, ...noDraft, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@unused@"'), p_version: rejected('1'), p_expected_total: rejected('1') },
  },
  end_draft: {
    for: 'staff',
    calls: [{ call: `select public.end_draft('${unused}', 1)`, ...noDraft, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_id: rejected('"@unused@"'), p_version: rejected('1'), p_withdraw: rejected('true') },
  },
  payment_link: {
    for: 'everyone',
    calls: [{ call: "select public.payment_link('x')", anon: 'ok', user: 'ok', staff: 'ok', service: 'ok' }],
    by: ['guest', 'stranger'],
    args: { p_session_id: { good: '"@guestCheckout@"', bad: 'harmless' } },
  },
} satisfies Record<string, FunctionDeclaration>
