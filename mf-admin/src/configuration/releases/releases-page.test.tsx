// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './releases-page'

const at = '2026-11-27T10:00:00Z'
const stored = (version: string, complete = true) => ({ version, commit: 'c0ffee0123456', at, complete })
const recorded = (version: string) => ({ version, commit: null, at })
const catalogue = {
  name: 'mf-catalog',
  owner: 'catalogue',
  version: 'v1',
  commit: 'c0ffee0123456',
  released_at: at,
  bytes: 102_400,
  canary: null,
  shared: [
    { lib: '@shop/ui', version: '1.0.0', provider: 'shell', accepts: '^1.0.0', singleton: true },
    { lib: 'charts', version: '2.1.0', provider: 'mf-catalog', accepts: null, singleton: false },
  ],
  recorded: [recorded('v1'), recorded('v0')],
  stored: [stored('v1'), stored('v2'), stored('v3', false)],
  load: { visits: 34, p75: 1240 },
  failures: 3,
}
const shell = {
  ...catalogue,
  ...{ name: 'shell', owner: 'platform', version: 's1', commit: null, load: null, failures: 0 },
  ...{
    shared: ['@shop/ui', 'react'].map((lib) => ({
      ...{ lib, version: '1.0.0', provider: 'shell', accepts: null, singleton: true },
    })),
    recorded: [recorded('s1')],
    stored: [stored('s1')],
  },
}
const composition = {
  live: 'aaaaaaaaaaaa',
  since: at,
  rollback: { set: 'bbbbbbbbbbbb', members: { shell: 's1', 'mf-catalog': 'v0' } },
  members: [shell, catalogue],
}
const verdict = {
  blocked: false,
  findings: [
    { check: 'signature', result: 'pass', message: 'A trusted key signed it.' },
    { check: 'removed pages', result: 'warning', message: 'No version of it is live.' },
  ],
}
const event = {
  id: '2',
  at,
  actor: 'Rowan Ashby rowan@aurelle.test',
  what: 'promote',
  why: 'Shows the new hero',
  from: 'bbbbbbbbbbbb',
  to: 'aaaaaaaaaaaa',
  changes: [{ name: 'mf-catalog', from: 'v0', to: 'v1' }],
}

const token = {
  ...{ id: 't1', remote: 'mf-catalog', name: 'CI', created_by: 'Rowan rowan@aurelle.test' },
  ...{ created_at: at, expires_at: '2999-01-01T00:00:00Z', last_used_at: null, revoked_at: null },
}

let fake: FakeSupabase
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase()
  fake.addStaff()
  fake.responses['GET /composition'] = () => Response.json(composition)
  fake.responses['GET /composition/canary'] = () => Response.json(null)
  fake.responses['POST /composition/verdict'] = () => Response.json(verdict)
  fake.rpc.office_release_tokens = () => [token]
  fake.rpc.office_release_events = () => ({ rows: [event], total: 1, page: 1, pages: 1 })
})

const rowOf = async (table: string, text: string) =>
  within(
    (await within(await screen.findByRole('table', { name: table })).findByText(text)).closest('tr') ??
      document.body,
  )
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
const reason = (dialog: ReturnType<typeof within>, value: string) =>
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value } })
const sent = (call: string): unknown => JSON.parse(fake.sent(call).at(-1)?.body ?? 'null')

test('the lists say what runs where, who changed what and why, and invent no figure', async () => {
  open('/admin/releases')
  const row = await rowOf('Members', 'mf-catalog')
  row.getByText('catalogue')
  row.getByText('All visitors, commit c0ffee01')
  row.getByText('27 Nov 2026, 10:00')
  row.getByText('100 KB')
  row.getByText('1.2 s from 34 visits')
  row.getByText('1 from the shell, 1 its own')
  row.getByText('2 complete, 1 only recorded')
  const other = await rowOf('Members', 'shell')
  other.getByText('Not measured')
  other.getByText('Provides 2')
  const change = await rowOf('History of releases', 'Shows the new hero')
  change.getByText('Rowan Ashby rowan@aurelle.test', { exact: false })
  change.getByText('Promoted')
  change.getByText('Set aaaaaaaaaaaa')
})

test('a member says who provides the libs that it shares, and the shell who uses its own', async () => {
  fake.responses['GET /composition'] = () => Response.json({ ...composition, rollback: null })
  const router = open('/admin/releases?member=mf-catalog')
  const libs = async (name: string) =>
    within((await dialogOf(name)).getByRole('list', { name: `Shared libraries of ${name}` }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(await libs('mf-catalog')).toEqual([
    '@shop/ui 1.0.0From shell, accepts ^1.0.0, singleton',
    'charts 2.1.0Its own copy',
  ])
  await router.navigate('/admin/releases?member=shell')
  expect(await libs('shell')).toEqual(['@shop/ui 1.0.0For mf-catalog', 'react 1.0.0For nobody else'])
  // It has no other version, and the shop no set before.
  expect(screen.queryByText('Promote')).not.toBeInTheDocument()
  expect(screen.queryByText('Roll back')).not.toBeInTheDocument()
})

test('while a canary runs, its share of visitors and its figures stand beside the live version', async () => {
  const tried = { version: 'v2', share: 10, load: { visits: 4, p75: 1310 }, failures: 2 }
  fake.responses['GET /composition'] = () =>
    Response.json({ ...composition, members: [shell, { ...catalogue, canary: tried }] })
  open('/admin/releases?member=mf-catalog')
  const row = await rowOf('Members', 'mf-catalog')
  row.getByText('90 % of visitors, commit c0ffee01')
  row.getByText('10 % of visitors, canary')
  const dialog = await dialogOf('mf-catalog')
  dialog.getByText('v2, 10 % of visitors, 1.3 s from 4 visits, 2 failures')
})

test('a version that is complete is promoted with a reason, or it is said why not; the others are not offered', async () => {
  fake.responses['POST /composition/promotion'] = () =>
    rejection(422, 'PT422', 'Nothing was changed. mf-catalog v2 is not verified: main.js is missing.')
  open('/admin/releases?member=mf-catalog')
  const dialog = await dialogOf('mf-catalog')
  const version = dialog.getByLabelText(/^Version/)
  expect([...version.querySelectorAll('option')].map(({ value }) => value)).toEqual(['', 'v2'])
  await userEvent.click(dialog.getByRole('button', { name: 'Promote' }))
  await dialog.findByText('Choose a version.')
  dialog.getByText('Say why, for your colleagues.')
  expect(fake.sent('POST /composition')).toHaveLength(0)
  await userEvent.selectOptions(version, 'v2')
  expect(dialog.getByText('mf-catalog', { selector: 'li' })).toHaveTextContent('mf-catalog v1 →to v2')
  reason(dialog, 'New hero')
  await userEvent.click(dialog.getByRole('button', { name: 'Promote' }))
  await screen.findByText(/mf-catalog was not released. Nothing was changed. .* main.js is missing/)
  fake.responses['POST /composition/promotion'] = () => Response.json({ live: 'cccccccccccc', changed: true })
  await userEvent.click(dialog.getByRole('button', { name: 'Promote' }))
  await screen.findByText('mf-catalog v2 is live.')
  expect(sent('POST /composition/promotion')).toEqual({
    name: 'mf-catalog',
    version: 'v2',
    live: 'aaaaaaaaaaaa',
    why: 'New hero',
  })
})

test('a candidate gets a link to its preview, and goes to a share of visitors first, with a reason', async () => {
  const link = { path: '/preview/signed', until: '2026-11-27T10:15:00Z' }
  fake.responses['POST /composition/preview'] = () => Response.json(link)
  fake.responses['POST /composition/canary'] = () => new Response(null, { status: 204 })
  open('/admin/releases?member=mf-catalog')
  const dialog = await dialogOf('mf-catalog')
  await userEvent.selectOptions(dialog.getByLabelText(/^Version/), 'v2')
  await dialog.findByText('It may go live.')
  await userEvent.click(dialog.getByRole('button', { name: 'Preview mf-catalog v2' }))
  const opens = await dialog.findByRole('link', { name: 'Open preview of mf-catalog v2' })
  expect(opens).toHaveAttribute('href', '/preview/signed')
  dialog.getByText('Until 27 Nov, 10:15')
  expect(sent('POST /composition/preview')).toEqual({ name: 'mf-catalog', version: 'v2' })
  expect(dialog.queryByRole('switch', { name: /^Advance by hand/ })).not.toBeInTheDocument()
  await userEvent.selectOptions(dialog.getByLabelText(/^Visitors/), '10')
  await userEvent.click(dialog.getByRole('switch', { name: /^Advance by hand/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Start canary' }))
  await dialog.findByText('Say why, for your colleagues.')
  reason(dialog, 'New hero')
  await userEvent.click(dialog.getByRole('button', { name: 'Start canary' }))
  await screen.findByText('mf-catalog v2 goes to 10 % of visitors.')
  expect(sent('POST /composition/canary')).toEqual({
    ...{ name: 'mf-catalog', version: 'v2', live: 'aaaaaaaaaaaa' },
    ...{ share: 10, byHand: true, why: 'New hero' },
  })
})

test('what each check of a version says is shown before it is promoted, failures first, or that it cannot be made', async () => {
  fake.responses['POST /composition/verdict'] = () => rejection(502, 'XX000', 'The store cannot be read.')
  open('/admin/releases?member=mf-catalog')
  const dialog = await dialogOf('mf-catalog')
  await userEvent.selectOptions(dialog.getByLabelText(/^Version/), 'v2')
  await dialog.findByText('The version could not be checked')
  fake.responses['POST /composition/verdict'] = () =>
    Response.json({
      blocked: true,
      findings: [...verdict.findings, { check: 'server', result: 'fail', message: '/ answers 500.' }],
    })
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  const checks = await dialog.findByRole('list', { name: 'Checks of v2' })
  expect(
    within(checks)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'FailedServer/ answers 500.',
    'WarningRemoved pagesNo version of it is live.',
    'PassedSignatureA trusted key signed it.',
  ])
  expect(dialog.getByText('It cannot go live for what failed.')).toBeInTheDocument()
  expect(sent('POST /composition/verdict')).toEqual({ name: 'mf-catalog', version: 'v2' })
})

test('a past set has a preview too, or the reason why there is none; the map of the live set has a link of its own', async () => {
  fake.responses['POST /composition/preview'] = () =>
    rejection(422, 'PT422', 'mf-catalog v1 is not verified: main.js is missing.')
  open('/admin/releases')
  const row = await rowOf('History of releases', 'Shows the new hero')
  await userEvent.click(row.getByRole('button', { name: 'Preview set aaaaaaaaaaaa' }))
  await screen.findByText('The preview could not be made. mf-catalog v1 is not verified: main.js is missing.')
  expect(sent('POST /composition/preview')).toEqual({ set: 'aaaaaaaaaaaa' })
  row.getByRole('button', { name: 'Preview set aaaaaaaaaaaa' })
  const link = { path: '/preview/signed', until: '2026-11-27T10:15:00Z' }
  fake.responses['POST /composition/preview'] = () => Response.json(link)
  await userEvent.click(screen.getByRole('button', { name: 'Show the map' }))
  const opens = await screen.findByRole('link', { name: 'Open the map of set aaaaaaaaaaaa' })
  expect(opens).toHaveAttribute('href', '/preview/signed#map')
  expect(sent('POST /composition/preview')).toEqual({ set: 'aaaaaaaaaaaa' })
})

test('a rollback says what changes and is made with a reason', async () => {
  fake.responses['POST /composition/rollback'] = () => Response.json({ live: 'bbbbbbbbbbbb', changed: true })
  open('/admin/releases')
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }))
  const dialog = await dialogOf('Roll back the shop?')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'mf-catalog v1 →to v0',
  ])
  reason(dialog, 'It is slow')
  await userEvent.click(dialog.getByRole('button', { name: 'Roll back' }))
  await screen.findByText('Set bbbbbbbbbbbb is live again.')
  expect(sent('POST /composition/rollback')).toEqual({ to: 'bbbbbbbbbbbb', why: 'It is slow' })
})

test('when the web server does not answer, the list says so and can be read again', async () => {
  fake.responses['GET /composition'] = () => rejection(500, 'XX000', 'That did not work.')
  open('/admin/releases')
  await screen.findByText('The releases could not be loaded')
  fake.responses['GET /composition'] = () => Response.json(composition)
  const [again] = await screen.findAllByRole('button', { name: 'Try again' })
  if (again) await userEvent.click(again)
  await rowOf('Members', 'mf-catalog')
})

const none = { n: 0, failures: 0 }
const canary = {
  ...{ id: 7, live: 'aaaaaaaaaaaa', candidate: 'dddddddddddd', share: 10, by_hand: false, since: at },
  counts: {
    candidate: { document: { n: 120, failures: 3 }, load: { n: 100, failures: 2 }, file: none, pace: none },
    live: { document: { n: 1100, failures: 1 }, load: { n: 1000, failures: 4 }, file: none, pace: none },
    seconds: 60,
  },
  verdict: { does: 'wait', why: 'Too few samples: 100 of 500 addresses with loads.' },
}

test('a canary shows its figures, and is advanced or stopped with a reason; that it has moved on meanwhile is said', async () => {
  fake.responses['GET /composition/canary'] = () => Response.json(canary)
  fake.rpc.advance_canary_as_staff = () => null
  fake.rpc.stop_canary_as_staff = () =>
    rejection(409, 'PT409', 'The canary has moved on meanwhile. Look at it, and try again.')
  open('/admin/releases')
  const panel = within(await screen.findByRole('region', { name: 'Canary' }))
  panel.getByText(/Set dddddddddddd goes to 10 % of visitors since 27 Nov 2026, 10:00. Too few samples/)
  expect(panel.getByRole('row', { name: /^Canary/ })).toHaveTextContent('Canary3 of 1202 of 1000 of 0')
  const press = async (button: string) => {
    await userEvent.click(panel.getByRole('button', { name: button }))
    const dialog = await dialogOf(`${button} the canary?`)
    await userEvent.click(dialog.getByRole('button', { name: button }))
    await dialog.findByText('Say why, for your colleagues.')
    reason(dialog, 'It is quiet')
    await userEvent.click(dialog.getByRole('button', { name: button }))
    return dialog
  }
  await press('Advance')
  await screen.findByText('The canary is advanced.')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sent('POST /rest/v1/rpc/advance_canary_as_staff')).toEqual({
    p_canary: 7,
    p_share: 10,
    p_why: 'It is quiet',
  })
  const dialog = await press('Stop')
  await screen.findByText(/The canary was not stopped. The canary has moved on meanwhile/)
  fake.rpc.stop_canary_as_staff = () => null
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }))
  await screen.findByText('The canary is stopped.')
  expect(sent('POST /rest/v1/rpc/stop_canary_as_staff')).toEqual({ p_canary: 7, p_why: 'It is quiet' })
})

test('a token is made for one member and shown once', async () => {
  fake.rpc.create_release_token = () => 'f'.repeat(64)
  open('/admin/releases')
  await userEvent.click(await screen.findByRole('button', { name: 'New Token' }))
  const dialog = await dialogOf('New release token')
  await userEvent.click(dialog.getByRole('button', { name: 'Make Token' }))
  await dialog.findByText('Choose a member.')
  dialog.getByText('Say what the token is for.')
  await userEvent.selectOptions(dialog.getByLabelText(/^Member/), 'mf-catalog')
  fireEvent.change(dialog.getByLabelText(/^What for/), { target: { value: 'CI of the catalogue' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Make Token' }))
  const shown = await dialogOf('The release token')
  expect(shown.getByLabelText(/^Token/)).toHaveValue('f'.repeat(64))
  expect(sent('POST /rest/v1/rpc/create_release_token')).toEqual({
    p_remote: 'mf-catalog',
    p_name: 'CI of the catalogue',
    p_days: 90,
  })
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue('f'.repeat(64))).not.toBeInTheDocument()
})

test('a token is revoked once that is confirmed, and says why it was not', async () => {
  fake.rpc.revoke_release_token = () => rejection(404, 'PT404', 'The token was revoked already.')
  open('/admin/releases')
  const row = await rowOf('Release tokens', 'mf-catalog')
  row.getByText('Never')
  await userEvent.click(row.getByRole('button', { name: 'Revoke CI of mf-catalog' }))
  const dialog = await dialogOf('Revoke the token?')
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
  await screen.findByText(/The token was revoked already\./)
  expect(sent('POST /rest/v1/rpc/revoke_release_token')).toEqual({ p_id: 't1' })
})
