import { randomInt } from 'node:crypto'

/** A visitor without scripts, with the cookies that the shop has given them. */
class Visitor {
  readonly #cookies = new Map<string, string>()
  // Limits count callers by network address.
  readonly #address = `10.${String(randomInt(256))}.${String(randomInt(256))}.${String(randomInt(256))}`

  constructor(private readonly site: string) {}

  /** @returns the response after its redirects, and the address it came from */
  async send(
    path: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; html: string; at: URL }> {
    let url = new URL(path, this.site)
    let body = form && new URLSearchParams(form)
    for (;;) {
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        body,
        redirect: 'manual',
        headers: {
          origin: this.site,
          'x-forwarded-for': this.#address,
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        this.#cookies.set(name, value)
      }
      const location = response.headers.get('location')
      const html = await response.text()
      if (location === null || response.status < 300 || response.status > 399)
        return { status: response.status, html, at: url }
      url = new URL(location, url)
      if (response.status !== 307 && response.status !== 308) body = undefined
    }
  }
}

/**
 * Buys one piece of a product by the forms of the shop, as a browser without scripts does.
 * @returns the order's number
 * @throws Error that says which step failed, and with which status
 */
export async function buy(site: string, slug: string, email: string): Promise<string> {
  const visitor = new Visitor(site)
  const step = async (what: string, ...request: Parameters<Visitor['send']>) => {
    const response = await visitor.send(...request).catch((error: unknown) => {
      throw new Error(
        `${what}: ${error instanceof Error ? String(error.cause ?? error.message) : String(error)}`,
      )
    })
    if (response.status !== 200) throw new Error(`${what}: ${String(response.status)}`)
    return response
  }
  const page = await step('product page', `/products/${slug}`)
  const product = /name="product" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
  await step('cart', '/cart', { product, quantity: '1' })
  const checkout = await step('checkout page', '/checkout')
  const method = /name="method"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="method"/.exec(checkout.html)
  const payment = await step('checkout', '/checkout', {
    email,
    firstName: 'Imogen',
    lastName: 'Hale',
    line1: '14 Linden Mews',
    line2: '',
    city: 'London',
    state: '',
    postalCode: 'SW1A 1AA',
    phone: '',
    method: method?.[1] ?? method?.[2] ?? '',
    promotion: '',
    giftCard: '',
  })
  const confirmation = await step('payment', payment.at.pathname + payment.at.search, {})
  const order = /AM\d{8}-\d{4,}/.exec(confirmation.html)?.[0]
  if (!order) throw new Error(`payment: no order at ${confirmation.at.pathname}`)
  return order
}
