import { rejected, serviceOnly, staffOnly, type FunctionDeclaration } from '../declaration/function'

/** The functions of the sweep and of reminders, by name. */
export const sweepFunctions = {
  sweep: {
    for: 'service',
    calls: [
      { call: 'select public.sweep()', ...serviceOnly },
      { call: 'select private.sweep()', ...serviceOnly },
    ],
    by: ['guest', 'buyer'],
    args: {},
    growth: () => [
      {
        name: 'mailer: sweep with nothing to do',
        asker: 'mailer',
        values: [],
        text: 'select * from sweep()',
      },
    ],
  },
  note_reminder: {
    for: 'everyone',
    by: ['guest', 'stranger'],
    args: {
      p_session_id: { good: '"@guestCheckout@"', bad: 'harmless' },
      p_declined: { good: 'false', bad: 'harmless' },
    },
  },
  decline_reminders: { for: 'everyone', by: ['guest'], args: { p_token: { good: '"x"', bad: 'harmless' } } },
  send_reminder: {
    for: 'staff',
    calls: [
      {
        call: "select public.send_reminder('00000000-0000-4000-8000-000000000000')",
        ...staffOnly,
        staff: 'PT404',
        needs: 'orders',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_session: rejected('"@unused@"') },
  },
  abandoned_checkouts: {
    for: 'staff',
    calls: [{ call: 'select public.abandoned_checkouts()', ...staffOnly, needs: 'orders' }],
    by: ['stranger', 'guest'],
    args: { p_page: rejected('1'), p_size: rejected('25') },
  },
} satisfies Record<string, FunctionDeclaration>
