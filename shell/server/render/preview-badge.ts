import { html } from 'hono/html'
import { leavePreviewPath, type OpenPreview } from '../releases/previews'

/** Style of the badge. It stands above the page, so that it covers nothing of it. */
export const previewStyle = `.preview{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;justify-content:space-between;padding:.375rem 1rem;background:#38452E;color:#F7F5EE;font:400 .875rem/1.4 "Hanken Grotesk Variable","Hanken Fallback",sans-serif}
.preview p{margin:0;overflow-wrap:anywhere}.preview :is(a,button){display:inline-flex;align-items:center;min-height:44px;padding:0;border:0;background:none;color:inherit;font:inherit;text-decoration:underline;text-underline-offset:.28em;cursor:pointer}
.preview :is(a,button):focus-visible{outline:2px solid currentColor}@media print{.preview{display:none}}`

const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})

/** Says on every page what is previewed and until when, and leads out of it. */
export const previewBadge = ({
  label,
  until,
}: OpenPreview) => html`<aside class="preview" aria-label="Preview">
<p>Preview of ${label} until <time datetime="${until.toISOString()}">${time.format(until)}</time></p>
<form method="post" action="${leavePreviewPath}"><button>Leave preview</button></form>
</aside>
`

/** A remote that runs from source, and the address of the deployed shop in which it does. */
export interface SourceInShop {
  remote: string
  shop: string
}

/** Says on every page which remote runs from source in which shop, and leads to that shop. */
export const sourceBadge = ({
  remote,
  shop,
}: SourceInShop) => html`<aside class="preview" aria-label="From source">
<p>${remote} from source in ${new URL(shop).host}</p>
<a href="${shop}">Open the live shop</a>
</aside>
`
