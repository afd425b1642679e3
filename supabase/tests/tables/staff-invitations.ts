import { nobody } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const insert = (email: string, hash: string): string =>
  `insert into staff_invitations (email, first_name, role, token_hash) values ('${email}', 'Ada', 'super_admin', '${hash}')`

export const staffInvitations: TableDeclaration = {
  policies: { forAnyone: ['Nobody reads invitations'] },
  reach: { select: nobody, insert: nobody, update: nobody, delete: nobody },
  rows: {
    ...plain,
    change: "role = 'super_admin'",
    insert: { row: () => insert('forged@example.test', 'h') },
  },
  fixtures: { beforeOrders: insert('invited@example.test', 'kept') },
  overreaches: [
    { actor: 'owner', response: '0', statement: () => 'select from staff_invitations' },
    { actor: 'staff', response: '0', statement: () => 'select from staff_invitations' },
  ],
  attack: {
    row: '@openInvitation@',
    forged: '{"email":"@strangerEmail@","first_name":"x","role":"super_admin","token_hash":"x"}',
    change: '{"email":"@strangerEmail@","accepted_at":null,"expires_at":"2999-01-01"}',
    unique: 'token_hash',
    seed: () => insert('invited-secretly@example.test', 'INVITATION-HASH'),
    secrets: ['INVITATION-HASH', 'invited-secretly@example.test'],
    facts: { openInvitation: () => 'select id from staff_invitations limit 1' },
  },
}
