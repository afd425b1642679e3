import { rejected, serviceOnly, staffOnly, type FunctionDeclaration } from '../declaration/function'

const serviceCall = (call: string, response: string) => ({ call, ...serviceOnly, service: response })

const ofStaff = { ...staffOnly, needs: 'releases' } as const

/** Whoever calls, it is the token that counts. */
const tokenOnly = { anon: 'PT403', user: 'PT403', staff: 'PT403', service: 'PT403' }

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
  office_releases: {
    for: 'staff',
    calls: [{ call: 'select public.office_releases()', ...ofStaff }],
    by: ['stranger', 'guest', 'moderator'],
    args: {},
    growth: ({ staff }) => [
      { name: 'office: releases', asker: staff, values: [], text: 'select office_releases() as releases' },
    ],
  },
  office_release_events: {
    for: 'staff',
    calls: [{ call: 'select public.office_release_events()', ...ofStaff }],
    by: ['stranger', 'guest', 'moderator'],
    args: { p_page: rejected('1'), p_size: rejected('20') },
    growth: ({ staff }) => [
      {
        name: 'office: history of releases',
        asker: staff,
        values: [],
        text: 'select office_release_events() as page',
      },
    ],
  },
  promote_as_staff: {
    for: 'staff',
    calls: [
      {
        call: `select public.promote_as_staff('{"name":"none"}', '0123456789ab', 'x')`,
        ...ofStaff,
        staff: 'PT409',
      },
    ],
    by: ['stranger', 'guest', 'moderator'],
    args: {
      p_record: rejected('{"name":"shell","version":"1"}'),
      p_live: rejected('"0123456789ab"'),
      p_why: rejected('"x"'),
    },
  },
  office_release_tokens: {
    for: 'staff',
    calls: [{ call: 'select public.office_release_tokens()', ...ofStaff }],
    by: ['stranger', 'guest', 'moderator'],
    args: {},
    growth: ({ staff }) => [
      {
        name: 'office: release tokens',
        asker: staff,
        values: [],
        text: 'select office_release_tokens() as tokens',
      },
    ],
  },
  create_release_token: {
    for: 'staff',
    calls: [
      { call: "select public.create_release_token('mf-catalog', 'CI', 0)", ...ofStaff, staff: 'PT422' },
    ],
    by: ['stranger', 'guest', 'moderator'],
    args: { p_remote: rejected('"mf-catalog"'), p_name: rejected('"CI"'), p_days: rejected('30') },
  },
  revoke_release_token: {
    for: 'staff',
    calls: [
      {
        call: "select public.revoke_release_token('00000000-0000-4000-8000-000000000000')",
        ...ofStaff,
        staff: 'PT404',
      },
    ],
    by: ['stranger', 'guest', 'moderator'],
    args: { p_id: rejected('"00000000-0000-4000-8000-000000000000"') },
  },
  token_remote: {
    for: 'everyone',
    calls: [{ call: "select public.token_remote('x')", ...tokenOnly }],
    by: ['guest', 'buyer', 'moderator'],
    args: { p_token: rejected('"x"') },
  },
  promote_with_token: {
    for: 'everyone',
    calls: [{ call: `select public.promote_with_token('x', '{"name":"mf-catalog"}')`, ...tokenOnly }],
    by: ['guest', 'buyer', 'moderator'],
    args: { p_token: rejected('"x"'), p_record: rejected('{"name":"shell","version":"1"}') },
  },
  roll_back_with_token: {
    for: 'everyone',
    calls: [{ call: "select public.roll_back_with_token('x')", ...tokenOnly }],
    by: ['guest', 'buyer', 'moderator'],
    args: { p_token: rejected('"x"') },
  },
  roll_back_as_staff: {
    for: 'staff',
    calls: [{ call: "select public.roll_back_as_staff('0123456789ab', 'x')", ...ofStaff, staff: 'PT409' }],
    by: ['stranger', 'guest', 'moderator'],
    args: { p_to: rejected('"0123456789ab"'), p_why: rejected('"x"') },
  },
  start_canary: {
    for: 'service',
    calls: [serviceCall("select public.start_canary('{}', 10, false, 'test')", 'PT409')],
    by: ['guest', 'buyer'],
    args: {
      p_members: rejected('{"shell":"1"}'),
      p_share: rejected('10'),
      p_by_hand: rejected('false'),
      p_actor: rejected('"x"'),
    },
  },
  advance_canary: {
    for: 'service',
    calls: [serviceCall("select public.advance_canary(0, 10, 'test', 'x')", 'ok')],
    by: ['guest', 'buyer'],
    args: {
      p_canary: rejected('1'),
      p_share: rejected('10'),
      p_actor: rejected('"x"'),
      p_why: rejected('"x"'),
    },
  },
  stop_canary: {
    for: 'service',
    calls: [serviceCall("select public.stop_canary(0, 'test', 'x')", 'ok')],
    by: ['guest', 'buyer'],
    args: { p_canary: rejected('1'), p_actor: rejected('"x"'), p_why: rejected('"x"') },
  },
  record_canary_samples: {
    for: 'service',
    calls: [serviceCall("select public.record_canary_samples(0, 10, '[]')", 'ok')],
    by: ['guest', 'buyer'],
    args: {
      p_canary: rejected('1'),
      p_share: rejected('10'),
      p_samples: rejected('[{"release_set":"0123456789ab","kind":"load","n":1,"failures":1}]'),
    },
  },
  running_canary: {
    for: 'service',
    calls: [serviceCall('select public.running_canary()', 'ok')],
    by: ['guest', 'buyer'],
    args: {},
  },
  office_canary: {
    for: 'staff',
    calls: [{ call: 'select public.office_canary()', ...ofStaff }],
    by: ['stranger', 'guest', 'moderator'],
    args: {},
    growth: ({ staff }) => [
      { name: 'office: the canary', asker: staff, values: [], text: 'select office_canary() as canary' },
    ],
  },
  start_canary_as_staff: {
    for: 'staff',
    calls: [
      {
        call: `select public.start_canary_as_staff('{"name":"none"}', '0123456789ab', 10, false, 'x')`,
        ...ofStaff,
        staff: 'PT409',
      },
    ],
    by: ['stranger', 'guest', 'moderator'],
    args: {
      p_record: rejected('{"name":"shell","version":"1"}'),
      p_live: rejected('"0123456789ab"'),
      p_share: rejected('10'),
      p_by_hand: rejected('false'),
      p_why: rejected('"x"'),
    },
  },
  advance_canary_as_staff: {
    for: 'staff',
    calls: [{ call: "select public.advance_canary_as_staff(0, 10, 'x')", ...ofStaff, staff: 'PT409' }],
    by: ['stranger', 'guest', 'moderator'],
    args: { p_canary: rejected('1'), p_share: rejected('10'), p_why: rejected('"x"') },
  },
  stop_canary_as_staff: {
    for: 'staff',
    calls: [{ call: "select public.stop_canary_as_staff(0, 'x')", ...ofStaff, staff: 'PT409' }],
    by: ['stranger', 'guest', 'moderator'],
    args: { p_canary: rejected('1'), p_why: rejected('"x"') },
  },
} satisfies Record<string, FunctionDeclaration>
