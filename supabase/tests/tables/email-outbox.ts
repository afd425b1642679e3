import { readByStaff } from '../declaration/expected-access'
import { byOrder } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const emailOutbox: TableDeclaration = {
  policies: { forSignedIn: ['Staff see what was sent'] },
  // Not `data`, which may hold the link that opens a customer's account.
  columns: {
    signedIn: {
      select:
        'id kind recipient subject order_id status attempts last_error next_attempt_at sent_at created_at',
    },
  },
  reach: readByStaff,
  needs: { read: 'messages' },
  rows: {
    ...byOrder,
    change: "subject = 'X'",
    insert: { row: () => "insert into email_outbox (kind, recipient, subject) values ('x', 'a@b.cd', 'X')" },
  },
  attack: {
    row: '@victimEmailJob@',
    forged: '{"kind":"order_confirmation","recipient":"all@example.test","subject":"Spam"}',
    change: '{"recipient":"@strangerEmail@","status":"pending","attempts":0}',
    facts: { victimEmailJob: () => 'select id from email_outbox limit 1' },
    others: 't.id::text = any ($kept)',
    gains: {
      'an email with words of their own': `
    select from public.email_outbox as e where not e.id::text = any ($kept)
      and (e.kind <> 'contact_received' or e.order_id is not null or e.data <> '{}')`,
    },
  },
  growth: (facts) => [
    {
      name: 'office: emails sent, of an order',
      asker: facts.staff,
      values: [facts.order.id],
      text: 'select id, kind, recipient, subject, status, attempts, last_error, sent_at, created_at from email_outbox where order_id = $1 order by created_at, id',
    },
    {
      name: 'office: emails that failed',
      asker: facts.staff,
      values: [],
      text: "select mail.id, mail.kind, mail.recipient, mail.created_at, orders.order_number from email_outbox as mail left join orders on orders.id = mail.order_id where mail.status = 'failed' order by mail.created_at desc, mail.id limit 51",
    },
  ],
}
