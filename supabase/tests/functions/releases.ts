import { rejected, serviceOnly, type FunctionDeclaration } from '../declaration/function'

const serviceCall = (call: string, response: string) => ({ call, ...serviceOnly, service: response })

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
    args: { p_name: rejected('"mf-catalog"'), p_owner: rejected('"x"'), p_mounts: rejected('["/checkout"]') },
  },
  record_release: {
    for: 'service',
    calls: [serviceCall(`select public.record_release('{"name":"none"}', 'test')`, 'PT422')],
    by: ['guest', 'buyer'],
    args: { p_record: rejected('{"name":"shell","version":"1"}'), p_actor: rejected('"x"') },
  },
  promote_release: {
    for: 'service',
    calls: [serviceCall(`select public.promote_release('{}', 'test')`, 'PT422')],
    by: ['guest', 'buyer'],
    args: {
      p_members: rejected('{"shell":"1"}'),
      p_actor: rejected('"x"'),
      p_why: rejected('"x"'),
      p_start: rejected('true'),
    },
  },
  roll_back_release: {
    for: 'service',
    calls: [serviceCall("select public.roll_back_release('test')", 'PT409')],
    by: ['guest', 'buyer'],
    args: { p_actor: rejected('"x"'), p_why: rejected('"x"'), p_withdraw: rejected('true') },
  },
} satisfies Record<string, FunctionDeclaration>
