import { readByStaff } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const message = '(select id from contact_messages order by id limit 1)'

export const contactReplies: TableDeclaration = {
  policies: { forSignedIn: ['Staff read answers'] },
  reach: readByStaff,
  needs: { read: 'messages' },
  rows: {
    ...plain,
    change: "text = 'X'",
    insert: {
      row: () =>
        `insert into contact_replies (id, message_id, text) values (gen_random_uuid(), ${message}, 'Thank you')`,
    },
  },
  fixtures: {
    afterOrders: `insert into contact_replies (id, message_id, text) values (gen_random_uuid(), ${message}, 'Thank you')`,
  },
  attack: {
    row: '@victimReply@',
    forged: '{"id":"@unused@","message_id":"@victimMessage@","text":"Pay here"}',
    change: '{"text":"Pay here"}',
    seed: () =>
      `insert into contact_replies (id, message_id, text) select gen_random_uuid(), id, 'REPLY-SECRET-1' from contact_messages order by id limit 1`,
    secrets: ['REPLY-SECRET-1'],
    facts: { victimReply: () => 'select id from contact_replies limit 1' },
  },
}
