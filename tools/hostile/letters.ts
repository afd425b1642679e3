import { randomUUID } from 'node:crypto'
import { forgetLimits, some, type Call, type AttackRun } from './attack-run'
import { lettersTo, newGuest, number, purchase, sessionOf } from './shoppers'

/** E-mail addresses that no mailer accepts: an order with one would never be confirmed. */
const oddEmails = [
  'a,b@c.dd',
  'a;b@c.dd',
  '(a)@c.dd',
  'a"b@c.dd',
  'a\u0001@c.dd',
  'a\u200b@c.dd',
  '[a]@c.dd',
  'a@c.dd.',
  'a b@c.dd',
  '<a@c.dd>',
  'a@c',
  '@c.dd',
  'a@@c.dd',
  'a@c.dd\nBcc: x@y.zz',
  'a\u202e@c.dd',
  `${'a'.repeat(65)}@c.dd`,
]

/**
 * One rule for e-mail addresses, the mailer's: every form and function that takes an address refuses
 * what the mailer would.
 */
export async function oddEmailsAreRefused(attackRun: AttackRun): Promise<void> {
  const { facts } = attackRun.world
  const soldOut = await soldOutProduct(attackRun)
  for (const email of some(attackRun, oddEmails, 6)) {
    await forgetLimits(attackRun)
    const attack = `the e-mail ${JSON.stringify(email).slice(0, 40)}`
    const buyer = purchase(attackRun, attack, newGuest())
    await buyer.add(facts.product ?? '', 1)
    const goods = await buyer.start({ email })
    if (goods.status < 400)
      attackRun.wrong(
        attack,
        buyer.callOf('start_checkout', { email }),
        goods,
        'a checkout begins that cannot be confirmed',
      )
    const card = await buyer.startGiftCard({ email })
    if (card.status < 400)
      attackRun.wrong(
        attack,
        buyer.callOf('start_gift_card', { email }),
        card,
        'a gift card is begun that cannot be sent',
      )
    const others: Call[] = [
      {
        by: 'guest',
        method: 'POST',
        path: '/rest/v1/contact_messages',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ada', email, subject: 'Hello', message: 'Ten letters, no fewer' }),
      },
      {
        by: 'guest',
        method: 'POST',
        path: '/rest/v1/rpc/ask_back_in_stock',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ p_product_id: soldOut, p_email: email }),
      },
    ]
    for (const call of others) {
      const reply = await attackRun.ask(attack, call)
      if (reply.status < 400)
        attackRun.wrong(attack, call, reply, 'an address is taken that no letter can reach')
    }
    if (attackRun.target.web !== null) await oddEmailInForms(attackRun, attack, email, soldOut)
  }
  const paid = await number(attackRun, 'select count(*) as n from orders where email = any ($1)', [oddEmails])
  if (paid > 0)
    attackRun.report.wrong(
      'odd e-mails',
      'all of them',
      `${String(paid)} orders`,
      'are paid and can never be confirmed',
    )
}

async function oddEmailInForms(
  attackRun: AttackRun,
  attack: string,
  email: string,
  product: string,
): Promise<void> {
  const form = (path: string, fields: Record<string, string>): Call => ({
    way: 'web',
    method: 'POST',
    path,
    body: new URLSearchParams(fields).toString(),
    headers: { origin: attackRun.target.siteUrl, 'content-type': 'application/x-www-form-urlencoded' },
  })
  const calls = [
    form('/contact/messages', { name: 'Ada', email, subject: 'Hello', message: 'Ten letters, no fewer' }),
    form('/stock/requests', { product, slug: 'riva-pebble', email }),
  ]
  for (const call of calls) {
    const reply = await attackRun.ask(attack, call)
    if (/[?&](sent=1|asked=sent)/.test(reply.location))
      attackRun.wrong(attack, call, reply, 'the form takes an address that no letter can reach')
  }
}

async function soldOutProduct({ target: { sql } }: AttackRun): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into products (slug, name, price, inventory_quantity)
      values (${`out-${randomUUID()}`}, 'Sold out', 9, 0) returning id`
  return row?.id ?? ''
}

const baits = [
  'http://evil.example/pay',
  'https://evil.example',
  'www.evil.example',
  'evil.example',
  'evil\u3002example',
  '//evil.example',
  'HTTPS://EVIL.EXAMPLE/x',
  'call me@evil.example now',
]

/** A stranger's text never becomes a link in a letter to somebody else. */
export async function linksInLetters(attackRun: AttackRun): Promise<void> {
  const expected: { attack: string; email: string; bait: string }[] = []
  for (const bait of baits) {
    await forgetLimits(attackRun)
    const card = `a gift message with ${bait}`
    const victim = `victim-${randomUUID()}@example.test`
    const buyer = purchase(attackRun, card, newGuest())
    const gift = { recipient_email: victim, message: `You won: ${bait}` }
    // If the name is refused, try with another one.
    const session =
      sessionOf(await buyer.startGiftCard({ ...gift, first_name: bait })) ||
      sessionOf(await buyer.startGiftCard(gift))
    if (session) await buyer.complete(session)
    const email = session ? await cardRecipient(attackRun, session) : ''
    if (email) expected.push({ attack: card, email, bait })
    const note: Call = {
      by: 'guest',
      method: 'POST',
      path: '/rest/v1/contact_messages',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: bait,
        email: `writer-${victim}`,
        subject: `Locked: ${bait}`,
        message: `Visit ${bait} at once`,
      }),
    }
    const sent = await attackRun.ask(`a letter to the shop about ${bait}`, note)
    if (sent.status < 300)
      expected.push({ attack: `a letter to the shop about ${bait}`, email: `writer-${victim}`, bait })
  }
  for (const { attack, email, bait } of expected) await checkLetters(attackRun, attack, email, bait)
}

/** The recipient of the gift card that this checkout bought. */
async function cardRecipient({ target: { sql } }: AttackRun, session: string): Promise<string> {
  const [row] = await sql<{ recipient: string }[]>`
    select mail.recipient from email_outbox as mail join orders on orders.id = mail.order_id
    where orders.checkout_session_id = ${session} and mail.kind = 'gift_card'`
  return row?.recipient ?? ''
}

async function checkLetters(
  attackRun: AttackRun,
  attack: string,
  email: string,
  bait: string,
): Promise<void> {
  for (const { subject: title, text, html } of await lettersTo(attackRun, email)) {
    const shown = [title, text, html].find((part) => /evil[.\u3002]example/i.test(part.normalize('NFKC')))
    if (shown !== undefined)
      attackRun.report.wrong(
        attack,
        `the letter "${title}" to ${email}`,
        around(shown),
        `${bait} stands in it, and mail programs make a link of it`,
      )
  }
}

function around(text: string): string {
  const at = text.normalize('NFKC').search(/evil[.\u3002]example/i)
  return text.slice(Math.max(0, at - 60), at + 60)
}

/** A status set by staff moves no money, so no letter may claim a refund. */
export async function fabricatedRefunds(attackRun: AttackRun): Promise<void> {
  const attack = 'a status of refunded that staff set'
  await forgetLimits(attackRun)
  const email = `payer-${randomUUID()}@example.test`
  const buyer = purchase(attackRun, attack, newGuest())
  await buyer.add(attackRun.world.facts.product ?? '', 1)
  const session = sessionOf(await buyer.start({ email }))
  await buyer.complete(session)
  const call: Call = {
    by: 'admin',
    method: 'PATCH',
    path: `/rest/v1/orders?checkout_session_id=eq.${session}`,
    headers: { 'content-type': 'application/json' },
    body: '{"payment_status":"refunded"}',
  }
  const reply = await attackRun.ask(attack, call)
  if (reply.status >= 400) return
  const letters = await lettersTo(attackRun, email, 3)
  const actual = letters.find(({ text, subject }) =>
    /\bwe have refunded|has been refunded|refunded £/i.test(`${subject} ${text}`),
  )
  if (actual)
    attackRun.wrong(
      attack,
      call,
      reply,
      `a letter says that money was sent: ${actual.text.slice(0, 160).replace(/\s+/g, ' ')}`,
    )
}
