import { rejected, type FunctionDeclaration } from '../declaration/function'

const unused = '00000000-0000-4000-8000-000000000000'
const everybodySignedIn = { anon: '42501', user: 'ok', staff: 'ok', service: 'ok' }

/** The functions of a shopper's own account, by name. */
export const accountFunctions = {
  my_profile: {
    for: 'signed in',
    calls: [{ call: 'select public.my_profile()', ...everybodySignedIn }],
    by: ['guest'],
    args: {},
    growth: (facts) => [
      {
        name: "a customer's profile",
        asker: facts.buyer,
        values: [],
        text: 'select my_profile() as profile',
      },
    ],
  },
  save_profile: {
    for: 'signed in',
    by: ['guest'],
    args: { p_first_name: rejected('"Ada"'), p_last_name: rejected('"Lane"'), p_phone: rejected('""') },
  },
  set_marketing_consent: {
    for: 'signed in',
    by: ['guest'],
    args: { p_given: rejected('false'), p_words: rejected('""') },
  },
  my_sessions: {
    for: 'signed in',
    calls: [{ call: 'select public.my_sessions()', ...everybodySignedIn }],
    by: ['guest'],
    args: {},
    growth: (facts) => [
      {
        name: "a customer's devices",
        asker: facts.buyer,
        values: [],
        text: 'select my_sessions() as sessions',
      },
    ],
  },
  end_session: {
    for: 'signed in',
    calls: [{ call: `select public.end_session('${unused}')`, ...everybodySignedIn }],
    by: ['guest', 'stranger'],
    args: { p_id: { good: '"@unused@"', bad: 'nothing' } },
  },
  choose_default_address: {
    for: 'signed in',
    calls: [
      {
        call: `select public.choose_default_address('${unused}')`,
        anon: '42501',
        user: 'PT404',
        staff: 'PT404',
        service: 'PT404',
      },
    ],
    by: ['guest', 'stranger'],
    args: { p_id: rejected('"@victimAddress@"') },
  },
  export_my_data: { for: 'signed in', by: ['guest'], args: {} },
  delete_my_account: {
    for: 'signed in',
    calls: [
      {
        call: 'select public.delete_my_account()',
        anon: '42501',
        user: 'PT403',
        staff: 'PT403',
        service: 'PT403',
      },
    ],
    by: ['guest'],
    args: {},
  },
} satisfies Record<string, FunctionDeclaration>
