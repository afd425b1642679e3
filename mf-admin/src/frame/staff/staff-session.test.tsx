// @vitest-environment happy-dom
import { Outlet, useLocation } from '@shop/router'
import { rows, useAppMutation } from '@shop/supabase'
import {
  fakeSupabase,
  rejection,
  renderApp,
  sessionOf,
  storedSession,
  storedStaffSession,
  storeSession,
  storeStaffSession,
  unreachable,
  type FakeSupabase,
} from '@shop/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { RequireStaff } from './require-staff'
import { StaffProvider, useStaffSession } from './staff-provider'
import { useStaff } from './use-staff'

let fake: FakeSupabase
let shown = 0

function Orders() {
  shown += 1
  const { member, may, signOut } = useStaff()
  const change = useAppMutation({ mutationFn: (db) => rows(db.from('orders').select('id')) })
  return (
    <>
      <p>{[member.firstName, member.role, may('refunds') ? 'refunds' : 'no refunds'].join(' ')}</p>
      <button onClick={() => void signOut()}>Leave</button>
      <button onClick={() => void signOut({ everywhere: true })}>Leave everywhere</button>
      <button onClick={() => change.mutate()}>Change</button>
    </>
  )
}

function Login() {
  const { state: location } = useLocation()
  const { state } = useStaffSession()
  return <p>{`Login from ${location?.from}, ended: ${state.status === 'signed-out' ? state.ended : '?'}`}</p>
}

const Root = () => (
  <StaffProvider>
    <Outlet />
  </StaffProvider>
)

const open = (path = '/admin/orders?page=2') =>
  renderApp(
    [
      {
        Component: Root,
        children: [
          { path: '/admin/login', Component: Login },
          {
            Component: RequireStaff,
            children: [{ path: '/admin/orders', Component: Orders }],
          },
        ],
      },
    ],
    { path },
  )

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const fromAnotherTab = () => {
  act(() => {
    dispatchEvent(new StorageEvent('storage', { key: 'aurelle_staff' }))
  })
}

beforeEach(() => {
  shown = 0
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase()
  fake.addStaff()
})

test.each([
  ['without a session', () => undefined],
  ['with a session of the shop only', storeSession],
])('%s the page is remembered and the sign-in opens, without a request', async (_, store) => {
  store()
  open()
  await screen.findByText('Login from /admin/orders?page=2, ended: null')
  expect(shown).toBe(0)
  expect(fake.requests).toHaveLength(0)
})

test('a stored session is checked first, then the screen opens and the check is noted', async () => {
  storeStaffSession()
  const release = fake.hold()
  open()
  await screen.findByText('Checking authentication...')
  expect(shown).toBe(0)
  release()
  await screen.findByText('Rowan super_admin refunds')
  expect(fake.sent('GET /rest/v1/admin_users')[0]?.line).toContain('is_active=eq.true')
  await waitFor(() => {
    expect(fake.sent('PATCH /rest/v1/admin_users?id=eq.a1')[0]?.body).toContain('last_login_at')
  })
})

test('requests carry the token of the staff session, and nothing of the shopper', async () => {
  const staff = { id: '22222222-2222-4222-8222-222222222222', email: 's@aurelle.test', user_metadata: {} }
  const seen: Headers[] = []
  fake.responses['GET /rest/v1/orders'] = (request) => {
    seen.push(request.headers)
    return undefined
  }
  fake.responses['GET /rest/v1/admin_users'] = () =>
    Response.json([{ id: 'a2', first_name: 'Sam', last_name: 'Lee', role: 'admin' }])
  storeSession()
  const expiresAt = Math.floor(Date.now() / 1000) + 1800
  storeStaffSession({ user: staff, expiresAt })
  localStorage.setItem('aurelle_session_id', `session_${'ab'.repeat(24)}`)
  open()
  await press('Change')
  await waitFor(() => {
    expect(seen).toHaveLength(1)
  })
  expect(seen[0]?.get('authorization')).toBe(`Bearer ${sessionOf(staff, expiresAt).access_token}`)
  expect(seen[0]?.has('x-session-id')).toBe(false)
})

test('rights decide what is offered', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders', 'of a newer release'] })
  storeStaffSession()
  open()
  await screen.findByText('Rowan moderator no refunds')
})

test('an account that is staff no longer loses its session here, but not that of the shop', async () => {
  fake.tables.admin_users = []
  storeSession()
  storeStaffSession()
  open()
  await screen.findByText(/ended: access/)
  expect(shown).toBe(0)
  expect(storedStaffSession()).toBeNull()
  expect(storedSession()).not.toBeNull()
  expect(fake.sent('POST /auth/v1/logout').map(({ line }) => line)).toEqual([
    'POST /auth/v1/logout?scope=local',
  ])
})

test.each([
  ['revoked', 403, 'session_not_found'],
  ['of a deleted user', 403, 'user_not_found'],
  ['signed with another key', 401, 'bad_jwt'],
])('a session that is %s ends', async (_, status, code) => {
  fake.responses['GET /auth/v1/user'] = () => rejection(status, code, code)
  storeStaffSession()
  open()
  await screen.findByText(/ended: session/)
  expect(storedStaffSession()).toBeNull()
})

test.each([
  ['gets no answer', unreachable],
  ['is refused by the database', () => rejection(403, '42501', 'permission denied for function my_rights')],
])('a check that %s opens nothing, ends nothing and can be repeated', async (_, response) => {
  fake.fail({ under: '/rest', response })
  storeStaffSession()
  open()
  await screen.findByText('We could not check your sign-in', {}, { timeout: 5000 })
  expect(shown).toBe(0)
  expect(storedStaffSession()).not.toBeNull()
  fake.recover()
  await press('Try again')
  await screen.findByText('Rowan super_admin refunds')
})

test('a dismissed member leaves at the first call that is rejected', async () => {
  storeStaffSession()
  open()
  await screen.findByText('Rowan super_admin refunds')
  fake.tables.admin_users = []
  fake.responses['GET /rest/v1/orders'] = () =>
    rejection(403, 'PT403', 'Access denied. Admin credentials required.', { hint: 'staff_only' })
  await press('Change')
  await screen.findByText('Login from /admin/orders?page=2, ended: access')
  expect(storedStaffSession()).toBeNull()
})

test('a member whose role has changed stays, with the rights they have now', async () => {
  storeStaffSession()
  open()
  await screen.findByText('Rowan super_admin refunds')
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  fake.responses['GET /rest/v1/orders'] = () =>
    rejection(403, 'PT403', 'Your role does not allow this.', { hint: 'not_allowed' })
  await press('Change')
  await screen.findByText('Rowan moderator no refunds')
})

test.each([
  ['Leave', 'local'],
  ['Leave everywhere', 'global'],
])('"%s" ends the session of staff (%s), and nothing of the shopper', async (name, scope) => {
  storeSession()
  storeStaffSession()
  localStorage.setItem('aurelle_session_id', `session_${'ab'.repeat(24)}`)
  sessionStorage.setItem('aurelle_checkout_draft', '{"line1":"5 Old Lane"}')
  open()
  await press(name)
  await screen.findByText(/ended: null/)
  expect(fake.sent('POST /auth/v1/logout')[0]?.line).toContain(`scope=${scope}`)
  expect(storedStaffSession()).toBeNull()
  expect(storedSession()).not.toBeNull()
  expect(localStorage.getItem('aurelle_session_id')).not.toBeNull()
  expect(sessionStorage.getItem('aurelle_checkout_draft')).not.toBeNull()
})

test('signing out in another tab closes the screen, signing in opens it', async () => {
  storeStaffSession()
  const router = open()
  await screen.findByText('Rowan super_admin refunds')
  localStorage.removeItem('aurelle_staff')
  fromAnotherTab()
  await screen.findByText(/^Login/)
  storeStaffSession()
  fromAnotherTab()
  await screen.findByText(/ended: \?/)
  await act(() => router.navigate('/admin/orders'))
  await screen.findByText('Rowan super_admin refunds')
})

test('a link in an email does not sign in to the back office', async () => {
  const { access_token: token } = sessionOf()
  location.hash = `#access_token=${token}&refresh_token=r&expires_in=3600&token_type=bearer&type=signup`
  open()
  await screen.findByText(/^Login/)
  expect(storedStaffSession()).toBeNull()
  location.hash = ''
})
