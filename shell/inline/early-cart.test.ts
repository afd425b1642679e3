// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { click, drawPage, hydrate } from './early-page-testing'

const guest = `session_${'ab'.repeat(24)}`
const answer = {
  count: '2',
  label: 'Cart, 2 items',
  said: 'Item has been added to your cart.',
  about: 'p1',
  guest,
}
const asked = vi.fn<typeof fetch>()
const button = () => document.querySelector<HTMLElement>('form button')
const sent = (call: number) => {
  const { body, headers } = asked.mock.calls[call]?.[1] ?? {}
  return { fields: String(body), headers: new Headers(headers) }
}
let leavePage: () => void
let replayed: string[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', asked)
  delete document.documentElement.dataset.about
  replayed = []
  leavePage = drawPage(`<header><a data-cart aria-label="Cart"><svg></svg><span hidden>0</span></a></header>
    <form method="post" action="/cart/items"><input type="hidden" name="product" value="p1">
    <input name="quantity" value="2"><button type="submit"><span>Add to cart</span></button></form>`)
})
afterEach(() => {
  leavePage()
  asked.mockReset()
})

/** The page's own code listens at its root, and takes the form over. */
function takeOver() {
  document.querySelector('main')?.addEventListener('submit', (event) => {
    replayed.push('submit')
    event.preventDefault()
  })
}

test('a press is busy at once and sent at once; the answer is shown, said, and left for the shop', async () => {
  asked.mockResolvedValue(Response.json(answer))
  click('form button')
  expect(button()).toHaveAttribute('aria-busy', 'true')
  await vi.waitFor(() => {
    expect(button()).toHaveAttribute('data-added')
  })
  expect(button()).toHaveAttribute('aria-busy', 'false')
  expect(asked.mock.calls[0]?.[0]).toBe('/cart/items')
  expect(sent(0).fields).toBe('product=p1&quantity=2')
  const link = document.querySelector('[data-cart]')
  expect(link).toHaveAttribute('aria-label', 'Cart, 2 items')
  expect(link?.lastElementChild).toHaveAttribute('data-count', '2')
  // Hydration compares texts.
  expect(link?.textContent).toBe('0')
  expect(document.querySelector('[role=status]')?.textContent).toBe('Item has been added to your cart.')
  expect(document.documentElement.dataset.about).toBe('p1')
  expect(localStorage.getItem('aurelle_session_id')).toBe(guest)
  vi.advanceTimersByTime(2000)
  expect(button()).not.toHaveAttribute('data-added')
})

test('the guest of this browser is named, and a signed-in visitor by their token alone', async () => {
  localStorage.setItem('aurelle_session_id', guest)
  asked.mockImplementation(() => Promise.resolve(Response.json(answer)))
  click('form button')
  await vi.waitFor(() => {
    expect(sent(0).headers.get('x-session-id')).toBe(guest)
  })
  expect(sent(0).headers.get('x-session-token')).toBe('')
  await vi.waitFor(() => {
    expect(button()).toHaveAttribute('aria-busy', 'false')
  })
  localStorage.setItem('aurelle_auth', JSON.stringify({ access_token: 't' }))
  asked.mockResolvedValue(Response.json({ ...answer, guest: null }))
  click('form button')
  await vi.waitFor(() => {
    expect(sent(1).headers.get('x-session-token')).toBe('t')
  })
})

test('a second press on the busy button counts as one, a later one counts again', async () => {
  asked.mockImplementation(() => Promise.resolve(Response.json(answer)))
  click('form button')
  click('form button')
  await vi.waitFor(() => {
    expect(button()).toHaveAttribute('aria-busy', 'false')
  })
  expect(asked).toHaveBeenCalledTimes(1)
  click('form button')
  await vi.waitFor(() => {
    expect(asked).toHaveBeenCalledTimes(2)
  })
  expect(sent(1).headers.get('idempotency-key')).not.toBe(sent(0).headers.get('idempotency-key'))
})

test('an answer that was lost is asked for again as the same press', async () => {
  asked.mockRejectedValueOnce(new TypeError('no way back')).mockResolvedValueOnce(Response.json(answer))
  click('form button')
  await vi.waitFor(() => {
    expect(button()).toHaveAttribute('data-added')
  })
  expect(sent(1).headers.get('idempotency-key')).toBe(sent(0).headers.get('idempotency-key'))
})

test('what is refused says nothing false and waits, busy, for the shop, which gets the press', async () => {
  asked.mockResolvedValue(Response.json({ count: null, refused: '0' }))
  takeOver()
  click('form button')
  await vi.waitFor(() => {
    expect(asked).toHaveBeenCalledTimes(1)
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(button()).toHaveAttribute('aria-busy', 'true')
  expect(document.querySelector('[role=status]')?.textContent).toBe('')
  expect(document.documentElement.dataset.about).toBeUndefined()
  click('form button')
  hydrate()
  expect(replayed).toEqual(['submit'])
  expect(asked).toHaveBeenCalledTimes(1)
  expect(button()).toHaveAttribute('aria-busy', 'false')
})

test('a request under way at hydration is neither sent again nor doubled by a press', async () => {
  let arrive: (value: Response) => void = () => undefined
  asked.mockReturnValue(
    new Promise((resolve) => {
      arrive = resolve
    }),
  )
  takeOver()
  click('form button')
  await vi.advanceTimersByTimeAsync(0)
  hydrate()
  click('form button')
  expect(replayed).toEqual([])
  arrive(Response.json(answer))
  await vi.waitFor(() => {
    expect(document.documentElement.dataset.about).toBe('p1')
  })
  expect(asked).toHaveBeenCalledTimes(1)
  click('form button')
  expect(replayed).toEqual(['submit'])
  expect(asked).toHaveBeenCalledTimes(1)
})

test('where the shop’s scripts never come a press is still sent; what cannot be sent the browser submits', async () => {
  hydrate()
  let natively = 0
  const onSubmit = (event: Event) => {
    if (!event.defaultPrevented) natively += 1
    event.preventDefault()
  }
  window.addEventListener('submit', onSubmit)
  asked.mockResolvedValueOnce(Response.json(answer))
  click('form button')
  await vi.waitFor(() => {
    expect(button()).toHaveAttribute('data-added')
  })
  expect(natively).toBe(0)
  asked.mockRejectedValue(new TypeError('no way there'))
  click('form button')
  await vi.waitFor(() => {
    expect(natively).toBe(1)
  })
  window.removeEventListener('submit', onSubmit)
})

test('where the browser keeps nothing the press is left to the shop', async () => {
  vi.stubGlobal('localStorage', undefined)
  asked.mockResolvedValue(Response.json(answer))
  click('form button')
  await vi.advanceTimersByTimeAsync(0)
  expect(button()).toHaveAttribute('aria-busy', 'true')
  expect(document.documentElement.dataset.about).toBeUndefined()
})
