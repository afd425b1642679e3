import fc from 'fast-check'
import { forgetLimits, type Call, type AttackRun } from './attack-run'
import { hostileValues } from '../../supabase/tests/hostile/values'

interface Form {
  path: string
  /** Fields with valid values. */
  fields: Record<string, string>
}

const forms: readonly Form[] = [
  { path: '/cart/items', fields: { product: '@robe@', variant: '@variant@', quantity: '1' } },
  { path: '/cart/items/variant', fields: { line: '@victimLine@', variant: '@variant@' } },
  { path: '/age-confirmation', fields: { page: '//evil.example' } },
  { path: '/cart/items/quantity', fields: { line: '@victimLine@', quantity: '1' } },
  {
    path: '/checkout',
    fields: {
      email: '@someEmail@',
      phone: '07700 900123',
      firstName: 'Ada',
      lastName: 'Guest',
      line1: '1 High Street',
      line2: '',
      city: 'London',
      state: '',
      postalCode: 'SW1A 1AA',
      method: '@method@',
      promotion: '',
      giftCard: '',
    },
  },
  { path: '/checkout/payment?session=cs_unknown', fields: { decline: 'on' } },
  { path: '/track-order', fields: { number: 'AM20260101-0001', contact: '@someEmail@' } },
  { path: '/auth', fields: { firstName: '', lastName: '', email: '@someEmail@', password: 'long enough' } },
  { path: '/auth/forgot', fields: { email: '@someEmail@' } },
  { path: '/payments/stripe/page', fields: { session: '@guestCheckout@' } },
  {
    path: '/stock/requests',
    fields: {
      product: '@robe@',
      variant: '@variant@',
      slug: 'robe-in-sizes',
      choice: 'size=s',
      email: '@someEmail@',
    },
  },
  {
    path: '/contact/messages',
    fields: { name: 'Ada', email: '@someEmail@', subject: 'Hello', message: 'Ten letters, no fewer' },
  },
  { path: '/vitals', fields: { remote: 'mf-catalog', route: '/', metric: 'LCP', value: '100' } },
  { path: '/payments/stripe/session', fields: { session: '@guestCheckout@' } },
  { path: '/payments/stripe/webhook', fields: { id: 'evt_1', type: 'checkout.session.completed' } },
]
const takesJson = /^\/(?:vitals$|payments\/stripe\/(?:session|webhook)$)/
/** Text as a form sends it; half a surrogate pair cannot be sent. */
const escaped = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, 'x'))

const urlencoded = 'application/x-www-form-urlencoded'

const texts = Object.values(hostileValues)
  .filter((text) => text.length < 3000)
  .map((text): string => {
    try {
      const value: unknown = JSON.parse(text)
      return typeof value === 'string' ? value : text
    } catch {
      return text
    }
  })

/** Bodies that do not match their content type, mostly malformed multipart. */
const broken: readonly [string, string][] = [
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=', 'x'],
  ['multipart/form-data; boundary=x', ''],
  ['multipart/form-data; boundary=x', '--x'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="product"\r\n\r\n1'],
  ['multipart/form-data; boundary=x', '--x\r\n\r\n\r\n--x--'],
  ['multipart/form-data; boundary="x', '--x\r\ncontent-disposition: form-data\r\n\r\n1\r\n--x--'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="product"; filename="../../x"\r\n\r\n1\r\n--x--',
  ],
  [`multipart/form-data; boundary=${'x'.repeat(300)}`, '--x'],
  ['application/json', '{'],
  ['application/json', '[]'],
  ['application/json', 'null'],
  [urlencoded, '%'],
  [urlencoded, '%E0%A4%A=%ff'],
  [urlencoded, '&=&=&'],
  [urlencoded, '__proto__=1&constructor=2'],
  [urlencoded, 'product=1&product=2&quantity=1'],
  ['text/plain', 'product=1'],
  ['', 'product=1'],
  ['application/x-www-form-urlencoded; charset=utf-7', 'product=+ADw-'],
  ['nonsense', '\0\0\0'],
]

/**
 * Every form × every field × hostile values, bodies that are broken or too large, and cross-site
 * forms.
 */
export async function everyForm(attackRun: AttackRun): Promise<void> {
  await forgetLimits(attackRun)
  const own = { origin: attackRun.target.siteUrl }
  for (const { path, fields } of forms) {
    const attack = `the form ${path}`
    const post = (body: string, headers: Record<string, string>): Call => ({
      way: 'web',
      method: 'POST',
      path,
      body,
      headers: { ...own, ...headers },
    })
    const encoded = (given: Record<string, string>): Call =>
      takesJson.test(path)
        ? post(JSON.stringify(given), { 'content-type': 'application/json' })
        : post(
            Object.entries(given)
              .map(([name, text]) => `${name}=${/^@\w+@$/.test(text) ? text : escaped(text)}`)
              .join('&'),
            { 'content-type': urlencoded },
          )
    const hostile = Object.keys(fields).flatMap((name) =>
      fc
        .sample(fc.constantFrom(...texts), {
          seed: attackRun.seed + name.length,
          numRuns: attackRun.count(20),
        })
        .map((text) => encoded({ ...fields, [name]: text })),
    )
    for (const call of hostile) await attackRun.ask(attack, call)
    for (const [type, body] of broken)
      await brokenForm(attackRun, attack, post(body, type ? { 'content-type': type } : {}))
    for (const size of [5000, 70_000, 300_000])
      await tooLarge(
        attackRun,
        attack,
        post(`message=${'x'.repeat(size)}`, { 'content-type': urlencoded }),
        size,
      )
    await foreign(attackRun, attack, path, encoded(fields))
    await forgetLimits(attackRun)
  }
}

async function brokenForm(attackRun: AttackRun, attack: string, call: Call): Promise<void> {
  const reply = await attackRun.ask(attack, call)
  const isRefused = reply.status >= 400 || reply.status === 303
  if (!isRefused) attackRun.wrong(attack, call, reply, 'a body that cannot be read is taken')
}

async function tooLarge(attackRun: AttackRun, attack: string, call: Call, size: number): Promise<void> {
  const reply = await attackRun.ask(attack, call)
  if (reply.status < 300) attackRun.wrong(attack, call, reply, `${String(size)} bytes are taken`)
}

/** Forms of other sites are refused (CSRF). */
async function foreign(attackRun: AttackRun, attack: string, path: string, call: Call): Promise<void> {
  if (takesJson.test(path)) return
  for (const origin of [
    'https://evil.example',
    'null',
    `${attackRun.target.siteUrl}.evil.example`,
    'http://localhost',
    `${attackRun.target.siteUrl}/`,
    '',
  ]) {
    const { origin: _own, ...headers } = call.headers ?? {}
    const sent: Call = { ...call, headers: { ...headers, ...(origin && { origin }) } }
    const reply = await attackRun.ask(attack, sent)
    const isTaken = reply.status < 400 && !/error|refused|wait/.test(reply.location)
    if (isTaken && origin !== `${attackRun.target.siteUrl}/`)
      attackRun.wrong(attack, sent, reply, 'a form that another site sent is taken')
  }
}
