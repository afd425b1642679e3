import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** What visitors met while something happened. */
export interface Figures {
  /** How often something was sent. */
  requests: number
  /** How often a page of the shop asked them to try again, as a busy one does, and they did. */
  retries: number
  /** How often a request was cut off before its answer, and sent again. */
  cut: number
  orders: number
  /** Any other answer than the one that was due. */
  failures: string[]
}

/** How long a visitor waits before trying again, in milliseconds: people wait for longer. */
const pauseMs = 500

/** How long a visitor goes on trying, in milliseconds: a busy machine takes longer and fails nothing. */
const timeoutMs = 600_000

/** A visitor without scripts, with the cookies that the shop has given them. */
export class Visitor {
  readonly #cookies = new Map<string, string>()
  // Limits count callers by network address.
  readonly #address = `10.${String(randomInt(256))}.${String(randomInt(256))}.${String(randomInt(256))}`

  readonly #end = Date.now() + timeoutMs

  constructor(
    private readonly site: string,
    private readonly figures: Figures,
  ) {}

  async #pause(url: URL, why: string): Promise<void> {
    if (Date.now() > this.#end) throw new Error(`${url.pathname}: ${why}, for ten minutes`)
    await sleep(pauseMs)
  }

  /** Sends one request, again for as long as its answer is lost or the shop's own page asks to try again. */
  async #request(url: URL, body: URLSearchParams | undefined): Promise<{ response: Response; html: string }> {
    for (;;) {
      this.figures.requests += 1
      const reply = await fetch(url, {
        method: body ? 'POST' : 'GET',
        body,
        redirect: 'manual',
        headers: {
          origin: this.site,
          'x-forwarded-for': this.#address,
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      })
        .then(async (response) => ({ response, html: await response.text() }))
        .catch(() => null)
      // What a load balancer says in place of a server that went away.
      if (reply === null || reply.response.status === 502) this.figures.cut += 1
      // Every response of the shop has this header.
      else if (reply.response.status >= 500 && reply.response.headers.has('x-content-type-options'))
        this.figures.retries += 1
      else return reply
      await this.#pause(url, reply ? String(reply.response.status) : 'cut off')
    }
  }

  /**
   * @param form what is posted; without it a page is asked for
   * @returns what the page says after its redirects, and its address
   * @throws Error that names the address and its status, when it is not 200
   */
  async send(path: string, form?: Record<string, string>): Promise<{ html: string; at: URL }> {
    let url = new URL(path, this.site)
    let body = form && new URLSearchParams(form)
    for (;;) {
      const { response, html } = await this.#request(url, body)
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        this.#cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (location === null || response.status < 300 || response.status > 399) {
        if (response.status !== 200) throw new Error(`${url.pathname}: ${String(response.status)}`)
        return { html, at: url }
      }
      url = new URL(location, url)
      if (response.status !== 307 && response.status !== 308) body = undefined
    }
  }

  /** Sends the request, and asks for its page again until it holds something: one that took too long is left to scripts. */
  async #find(pattern: RegExp, ...request: Parameters<Visitor['send']>): Promise<{ found: string; at: URL }> {
    for (
      let page = await this.send(...request);
      ;
      page = await this.send(page.at.pathname + page.at.search)
    ) {
      const found = pattern.exec(page.html)
      if (found) return { found: found[1] ?? found[0], at: page.at }
      this.figures.retries += 1
      await this.#pause(page.at, `nothing like ${String(pattern)}`)
    }
  }

  /**
   * Buys one piece of a product by the forms of the shop, as a browser without scripts does.
   * @returns the order's number
   * @throws Error that says which step failed, and with which status
   */
  async buy(slug: string, email: string): Promise<string> {
    const { found: product } = await this.#find(/name="product" value="([^"]+)"/, `/products/${slug}`)
    await this.send('/cart', { product, quantity: '1' })
    const { found: nextGuest } = await this.#find(/name="nextGuest" value="([^"]+)"/, '/checkout')
    const { found: method } = await this.#find(
      /<input(?=[^>]*name="method")[^>]*value="([^"]+)"/,
      '/checkout',
    )
    const payment = await this.send('/checkout', {
      email,
      firstName: 'Imogen',
      lastName: 'Hale',
      line1: '14 Linden Mews',
      line2: '',
      city: 'London',
      state: '',
      postalCode: 'SW1A 1AA',
      phone: '',
      method,
      nextGuest,
      promotion: '',
      giftCard: '',
    })
    const order = await this.#find(/AM\d{8}-\d{4,}/, payment.at.pathname + payment.at.search, {})
    return order.found
  }
}
