import { staffRows, everybody } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const columns = 'name email subject message'

export const contactMessages: TableDeclaration = {
  policies: {
    forAnyone: ['Anyone writes to the shop'],
    forSignedIn: ['Staff delete messages', 'Staff mark messages', 'Staff read messages'],
  },
  columns: { anon: { insert: columns }, signedIn: { insert: columns, update: 'is_read status assignee' } },
  reach: {
    select: staffRows,
    insert: everybody,
    update: staffRows,
    delete: staffRows,
  },
  needs: { read: 'messages', write: 'messages' },
  rows: {
    ...plain,
    change: 'is_read = true',
    insert: {
      row: () =>
        "insert into contact_messages (name, email, subject, message) values ('A', 'new@example.test', 'B', 'Ten letters at least')",
    },
  },
  fixtures: {
    afterOrders:
      "insert into contact_messages (name, email, subject, message) values ('Ada', 'ada@example.test', 'Hello', 'Ten letters at least')",
  },
  overreaches: [
    {
      actor: 'guest',
      response: '42501',
      statement: () =>
        "insert into contact_messages (name, email, subject, message, is_read) values ('A', 'b@example.test', 'B', 'Ten letters at least', true)",
    },
    {
      actor: 'guest',
      response: '42501',
      statement: () =>
        "insert into contact_messages (name, email, subject, message, status) values ('A', 'b@example.test', 'B', 'Ten letters at least', 'closed')",
    },
    {
      actor: 'owner',
      response: '42501',
      statement: (_me, them) =>
        `insert into contact_messages (name, email, subject, message, assignee) values ('A', 'b@example.test', 'B', 'Ten letters at least', '${them.userId}')`,
    },
  ],
  attack: {
    row: '@victimMessage@',
    forged: '{"name":"x","email":"x@y.zz","subject":"x","message":"ten letters long","is_read":true}',
    change: '{"is_read":true,"message":"something else entirely"}',
    writes: {
      'HTML everywhere': [
        'harmless',
        '{"name":"<b>x</b>","email":"@someEmail@","subject":"<script>alert(1)</script>","message":"<img src=x onerror=alert(1)>"}',
      ],
      'right-to-left and accents': [
        'harmless',
        `{"name":"\\u202eevil","email":"@someEmail@","subject":"e${'\u0301'.repeat(150)}","message":"\\u200b\\u200b\\u200b\\u200b\\u200bten letters"}`,
      ],
      'an email with a header': [
        'rejected',
        '{"name":"x","email":"x@y.zz\\r\\nBcc: all@y.zz","subject":"x","message":"ten letters long"}',
      ],
      'an email with a tag': [
        'rejected',
        '{"name":"x","email":"<x@y.zz>","subject":"x","message":"ten letters long"}',
      ],
      'an email of 300 letters': [
        'rejected',
        `{"name":"x","email":"${'x'.repeat(300)}@y.zz","subject":"x","message":"ten letters long"}`,
      ],
      'a message of 100 KB': [
        'rejected',
        `{"name":"x","email":"@someEmail@","subject":"x","message":"${'x'.repeat(100_000)}"}`,
      ],
      'a message of blanks': [
        'rejected',
        '{"name":"x","email":"@someEmail@","subject":"x","message":"                    "}',
      ],
      'a NUL': [
        'rejected',
        '{"name":"x","email":"@someEmail@","subject":"x","message":"ten letters\\u0000long"}',
      ],
      'an object for a name': [
        'harmless',
        '{"name":{"a":1},"email":"@someEmail@","subject":"x","message":"ten letters long"}',
      ],
      'an id of its own': [
        'rejected',
        '{"id":"@victimMessage@","name":"x","email":"@someEmail@","subject":"x","message":"ten letters long"}',
      ],
      'a date of its own': [
        'rejected',
        '{"created_at":"2999-01-01","name":"x","email":"@someEmail@","subject":"x","message":"ten letters long"}',
      ],
      nothing: ['rejected', '{}'],
      'a list of nothing': ['harmless', '[]'],
      null: ['rejected', 'null'],
      'a number': ['rejected', '5'],
      'a text': ['rejected', '"x"'],
      'rows of different shape': ['rejected', '[{"name":"x"},{"email":"y"}]'],
      'a list in a list': ['rejected', '[[{"name":"x"}]]'],
    },
    facts: { victimMessage: () => 'select id from contact_messages limit 1' },
    others: 't.id::text = any ($kept)',
    gains: {
      'a message read, closed or given to somebody':
        "select from public.contact_messages as m where not m.id::text = any ($kept) and (m.is_read or m.status <> 'open' or m.assignee is not null)",
    },
  },
  rejectedWrites: [
    {
      by: 'a guest',
      statement:
        "insert into contact_messages (name, email, subject, message) values (repeat('x', 9999), 'a@b.cd', 'x', 'x')",
      code: '23514',
    },
  ],
}
