import { rejected, staffOnly, type FunctionDeclaration } from '../declaration/function'
import type { Facts, Question } from '../declaration/growth'

const unknown = '00000000-0000-4000-8000-000000000000'
const attackers = ['stranger', 'guest'] as const
const invitation = '{"email":"new@example.test","first_name":"Ada","role":"admin"}'
const ofStaff = { anon: '42501', user: 'PT403', service: 'PT403', needs: 'staff' } as const

const log = (
  { staff }: Facts,
  name: string,
  filter: Record<string, string>,
  { before, after }: { before?: string; after?: string } = {},
): Question => ({
  name: `office: log by page, ${name}`,
  asker: staff,
  values: [JSON.stringify(filter), before ?? null, after ?? null],
  text: 'select office_audit($1, $2, $3) as page',
})

/** The functions of staff, their rights and invitations, by name. */
export const staffFunctions = {
  my_rights: {
    for: 'signed in',
    calls: [{ call: 'select public.my_rights()', anon: '42501', user: 'ok', staff: 'ok', service: 'ok' }],
    by: attackers,
    args: {},
  },
  second_factor_step: {
    for: 'signed in',
    calls: [
      {
        call: 'select public.second_factor_step()',
        anon: '42501',
        user: 'ok',
        staff: 'ok',
        service: 'ok',
      },
    ],
    by: attackers,
    args: {},
    growth: (facts) => [
      {
        name: 'office: second factor',
        asker: facts.staff,
        values: [],
        text: 'select second_factor_step() as step',
      },
    ],
  },
  remove_second_factor: {
    for: 'staff',
    calls: [{ call: `select public.remove_second_factor('${unknown}')`, ...ofStaff, staff: 'PT404' }],
    by: ['stranger', 'guest', 'moderator'],
    args: { p_id: rejected('"@staffRecord@"') },
  },
  office_staff: {
    for: 'staff',
    calls: [{ call: 'select public.office_staff()', ...staffOnly, needs: 'staff' }],
    by: attackers,
    args: {},
    growth: (facts) => [
      { name: 'office: staff', asker: facts.staff, values: [], text: 'select office_staff() as staff' },
    ],
  },
  set_staff: {
    for: 'staff',
    calls: [{ call: `select public.set_staff('${unknown}', 'admin')`, ...ofStaff, staff: 'PT404' }],
    by: ['stranger', 'guest', 'moderator'],
    args: {
      p_id: rejected('"@staffRecord@"'),
      p_role: rejected('"moderator"'),
      p_active: rejected('false'),
    },
  },
  invite_staff: {
    for: 'staff',
    calls: [{ call: "select public.invite_staff('{}')", ...ofStaff, staff: 'PT422' }],
    by: ['stranger', 'guest', 'moderator'],
    args: { p_fields: rejected(invitation) },
  },
  resend_invitation: {
    for: 'staff',
    calls: [{ call: `select public.resend_invitation('${unknown}')`, ...ofStaff, staff: 'PT404' }],
    by: ['stranger', 'guest', 'moderator'],
    args: { p_id: rejected('"@openInvitation@"') },
  },
  withdraw_invitation: {
    for: 'staff',
    calls: [{ call: `select public.withdraw_invitation('${unknown}')`, ...ofStaff, staff: 'PT404' }],
    by: ['stranger', 'guest', 'moderator'],
    args: { p_id: rejected('"@openInvitation@"') },
  },
  read_invitation: {
    for: 'everyone',
    calls: [
      { call: "select public.read_invitation('x')", anon: 'ok', user: 'ok', staff: 'ok', service: 'ok' },
    ],
    by: ['guest'],
    args: { p_token: { good: '"x"', bad: 'harmless' } },
    growth: (facts) => [
      {
        name: 'office: an invitation by its link',
        asker: facts.guest,
        values: [],
        text: "select read_invitation('x') as invitation",
      },
    ],
  },
  accept_invitation: {
    for: 'signed in',
    calls: [
      { call: "select public.accept_invitation('x')", anon: '42501', user: 'ok', staff: 'ok', service: 'ok' },
    ],
    by: ['stranger'],
    args: { p_token: { good: '"x"', bad: 'harmless' } },
  },
  office_audit: {
    for: 'staff',
    calls: [{ call: 'select public.office_audit()', ...staffOnly, needs: 'audit' }],
    by: ['stranger', 'guest', 'moderator'],
    args: {
      p_filter: rejected('{}'),
      p_before: rejected('1'),
      p_after: rejected('1'),
      p_size: rejected('25'),
    },
    growth: (facts) => {
      // Of the people and subjects of the loaded log: a frequent one, one of five, and none.
      const actor = facts.logger
      const nobody = unknown
      const subject = 'products'
      const { logged } = facts
      const [from, to] = [facts.loggedDay, facts.loggedDay]
      return [
        log(facts, 'first', {}),
        log(facts, 'halfway', {}, { before: logged }),
        log(facts, 'back from halfway', {}, { after: logged }),
        log(facts, 'by a person', { actor }),
        log(facts, 'by a person, halfway', { actor }, { before: logged }),
        log(facts, 'by a person, back from halfway', { actor }, { after: logged }),
        log(facts, 'by nobody', { actor: nobody }),
        log(facts, 'of a subject', { subject }, { before: logged }),
        log(facts, 'of a subject that there is not', { subject: 'nothing' }),
        log(facts, 'of a day', { from, to }),
        log(facts, 'until a day', { to }),
        log(facts, 'since a day', { from }, { after: logged }),
        log(facts, 'by a person, of a subject, of a day', { actor, subject, from, to }),
        log(facts, 'by a person, of a subject that they leave alone', { actor, subject: 'orders' }),
        log(facts, 'by nobody, until a day', { actor: nobody, to }),
        log(facts, 'of a subject that there is not, of a day', { subject: 'nothing', from, to }),
        log(facts, 'of a day long ago', { from: '2001-01-01', to: '2001-01-01' }),
      ]
    },
  },
  audit_people: {
    for: 'staff',
    calls: [{ call: 'select public.audit_people()', ...staffOnly, needs: 'audit' }],
    by: attackers,
    args: {},
    growth: (facts) => [
      {
        name: 'office: people of the log',
        asker: facts.staff,
        values: [],
        text: 'select audit_people() as people',
      },
    ],
  },
} satisfies Record<string, FunctionDeclaration>
