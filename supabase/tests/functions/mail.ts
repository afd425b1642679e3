import { refused, serviceOnly, type FunctionDeclaration } from '../declaration/function'

/** The functions of mail, by name. */
export const mailFunctions = {
  claim_mail: {
    for: 'service',
    hasNoTwin: true,
    calls: [{ call: 'select public.claim_mail()', ...serviceOnly }],
    by: ['guest', 'buyer'],
    args: { p_limit: refused('10') },
    growth: () => [
      {
        name: 'mailer: letters to send',
        asker: 'mailer',
        values: [],
        text: 'select * from claim_mail(p_limit => 10)',
      },
    ],
  },
  settle_mail: {
    for: 'service',
    hasNoTwin: true,
    calls: [{ call: 'select public.settle_mail(gen_random_uuid())', ...serviceOnly }],
    by: ['guest', 'buyer'],
    args: { p_id: refused('"@victimMail@"'), p_error: refused('"x"') },
  },
  retry_mail: {
    for: 'staff',
    calls: [
      {
        call: 'select public.retry_mail((select id from public.email_outbox limit 1))',
        anon: '42501',
        user: 'PT403',
        staff: 'PT409',
        service: 'PT403',
        needs: 'messages',
      },
    ],
    by: ['stranger', 'guest'],
    args: { p_id: refused('"@victimMail@"') },
  },
} satisfies Record<string, FunctionDeclaration>
