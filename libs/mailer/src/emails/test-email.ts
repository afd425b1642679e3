import { composeEmail } from './compose'
import { business, order, queued } from './samples'

/** The site that links of emails in tests point to. */
export const siteUrl = 'https://shop.example'

/** An email of a kind from its data, as the sample shop or another seller sends it. */
export const email = (kind: string, data: unknown, seller = business) =>
  composeEmail(queued(kind, data), { siteUrl, business: seller })

/** The confirmation of the sample order, changed. */
export const confirmation = (changes: object = {}, seller = business) =>
  email('order_confirmation', { ...order, ...changes }, seller)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The visible text of an HTML email. */
export function seen(html: string): string {
  const body = html.slice(html.indexOf('<body'))
  return body
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&([#\w]+);/g, (_, name) => entities[String(name)] ?? '?')
    .replace(/\s+/g, ' ')
}
