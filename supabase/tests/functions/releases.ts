import { refused, serviceOnly, type FunctionDeclaration } from '../declaration/function'

const serviceCall = (call: string, answer: string) => ({ call, ...serviceOnly, service: answer })

/** The functions of releases, by name. */
export const releasesFunctions = {
  live_releases: {
    for: 'everyone',
    hasNoTwin: true,
    by: ['guest', 'buyer'],
    args: {},
    growth: ({ guest }) => [
      { name: 'web server: the live set', asker: guest, values: [], text: 'select live_releases()' },
    ],
  },
  set_remote: {
    for: 'service',
    calls: [serviceCall("select public.set_remote('shell', 'platform', '{}')", 'ok')],
    by: ['guest', 'buyer'],
    args: { p_name: refused('"mf-catalog"'), p_owner: refused('"x"'), p_mounts: refused('["/checkout"]') },
  },
  record_release: {
    for: 'service',
    calls: [serviceCall(`select public.record_release('{"name":"none"}', 'test')`, 'PT422')],
    by: ['guest', 'buyer'],
    args: { p_record: refused('{"name":"shell","version":"1"}'), p_actor: refused('"x"') },
  },
  promote_release: {
    for: 'service',
    calls: [serviceCall(`select public.promote_release('{}', 'test')`, 'PT422')],
    by: ['guest', 'buyer'],
    args: {
      p_members: refused('{"shell":"1"}'),
      p_actor: refused('"x"'),
      p_why: refused('"x"'),
      p_start: refused('true'),
    },
  },
  roll_back_release: {
    for: 'service',
    calls: [serviceCall("select public.roll_back_release('test')", 'PT409')],
    by: ['guest', 'buyer'],
    args: { p_actor: refused('"x"'), p_why: refused('"x"'), p_withdraw: refused('true') },
  },
} satisfies Record<string, FunctionDeclaration>
