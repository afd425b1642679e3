import { nobody, ownRows, ownAndStaff } from '../declaration/expected-access'
import { person, signedIn } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const profiles: TableDeclaration = {
  policies: { forSignedIn: ['Users change their profile', 'Users see their profile, staff every one'] },
  columns: { signedIn: { update: 'first_name last_name' } },
  reach: { select: ownAndStaff, insert: nobody, update: ownRows, delete: nobody },
  needs: { read: 'customers' },
  rows: {
    key: 'id',
    label: person('p.user_id = t.id'),
    labels: signedIn,
    change: "first_name = 'X'",
    insert: {
      row: (_me, _them, fixtures) => `insert into profiles (id) values ('${fixtures.newcomer.userId}')`,
    },
  },
  overreaches: [
    {
      actor: 'owner',
      response: '42501',
      statement: (_me, _them, fixtures) => `update profiles set id = '${fixtures.newcomer.userId}'`,
    },
  ],
  attack: {
    row: '@victimUser@',
    forged: '{"id":"@victimUser@","first_name":"<b>"}',
    change: '{"id":"@victimUser@","created_at":"2000-01-01"}',
    own: {
      row: 'id=eq.@buyerUser@',
      changes: { 'their profile emoji for a name': ['harmless', '{"first_name":"👩‍👩‍👧‍👦"}'] },
    },
    readers: ['stranger'],
    ownRows: {
      restore: `
      update public.profiles set first_name = 'Own', last_name = 'Name' where id = any ($users) and (first_name, last_name) <> ('Own', 'Name')`,
    },
    others: 't.id::text = any ($kept)',
  },
}
