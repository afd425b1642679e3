import { rejected, serviceOnly, staffOnly, type FunctionDeclaration } from '../declaration/function'
import type { Facts, Question } from '../declaration/growth'

const nothing = '00000000-0000-4000-8000-000000000000'
/** A page and its emails, and up to 2,002 that are counted in an index alone. */
const pageBound = 400

const emails = ({ staff }: Facts, name: string, state: string, query = ''): Question => ({
  name: `office: email, ${name}`,
  asker: staff,
  values: [state, query],
  bound: pageBound,
  text: 'select office_mail(p_state => $1, p_query => $2) as page',
})

/** The functions of mail, by name. */
export const mailFunctions = {
  claim_mail: {
    for: 'service',
    hasNoTwin: true,
    calls: [{ call: 'select public.claim_mail()', ...serviceOnly }],
    by: ['guest', 'buyer'],
    args: { p_limit: rejected('10') },
    growth: () => [
      {
        name: 'mailer: emails to send',
        asker: 'mailer',
        values: [],
        text: 'select * from claim_mail(p_limit => 10)',
      },
    ],
  },
  job_backlog: {
    for: 'service',
    hasNoTwin: true,
    calls: [{ call: 'select public.job_backlog()', ...serviceOnly }],
    by: ['guest', 'buyer'],
    args: {},
    growth: () => [
      { name: 'metrics: what waits', asker: 'mailer', values: [], text: 'select job_backlog() as backlog' },
    ],
  },
  settle_mail: {
    for: 'service',
    hasNoTwin: true,
    calls: [{ call: 'select public.settle_mail(gen_random_uuid())', ...serviceOnly }],
    by: ['guest', 'buyer'],
    args: { p_id: rejected('"@victimEmailJob@"'), p_error: rejected('"x"'), p_subject: rejected('"x"') },
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
    args: { p_id: rejected('"@victimEmailJob@"') },
  },
  office_mail: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [{ call: 'select public.office_mail()', ...staffOnly, needs: 'messages' }],
    args: {
      p_state: rejected('"failed"'),
      p_query: rejected('"ada"'),
      p_after: rejected('"@victimEmailJob@"'),
      p_size: rejected('25'),
    },
    growth: (facts) => [
      emails(facts, 'sent', 'sent'),
      emails(facts, 'waiting', 'waiting'),
      emails(facts, 'failed', 'failed'),
      emails(facts, 'sent to an address', 'sent', facts.buyerEmail),
      emails(facts, 'sent to many addresses', 'sent', 'a'),
      emails(facts, 'sent to nobody', 'sent', 'nobody@nowhere'),
    ],
  },
  mail_record: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [
      {
        call: `select public.mail_record('${nothing}')`,
        anon: '42501',
        user: 'PT403',
        staff: 'PT404',
        service: 'PT403',
        needs: 'messages',
      },
    ],
    args: { p_id: rejected('"@victimEmailJob@"') },
    growth: ({ staff }) => [
      {
        name: 'office: an email',
        asker: staff,
        values: [],
        text: "select mail_record((select id from email_outbox where status = 'sent' limit 1)) as record",
      },
    ],
  },
  retry_failed_mail: {
    for: 'staff',
    by: ['stranger', 'guest'],
    calls: [{ call: 'select public.retry_failed_mail()', ...staffOnly, needs: 'messages' }],
    args: { p_after: rejected('"@victimEmailJob@"') },
  },
} satisfies Record<string, FunctionDeclaration>
