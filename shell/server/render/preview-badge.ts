import { html } from 'hono/html'
import { pageMapScript } from '../releases/inline-scripts'
import { leavePreviewPath, type OpenPreview } from '../releases/previews'

/** Style of the badge. It stands above the page, so that it covers nothing of it. */
export const previewStyle = `body:has(#root+.preview){display:flex;flex-direction:column}#root+.preview{order:-1}.preview{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;justify-content:space-between;padding:.375rem 1rem;background:#38452E;color:#F7F5EE;font:400 .875rem/1.4 "Hanken Grotesk Variable","Hanken Fallback",sans-serif}
.preview p{margin:0;overflow-wrap:anywhere}.preview :is(a,button){display:inline-flex;align-items:center;min-height:44px;padding:0;border:0;background:none;color:inherit;font:inherit;text-decoration:underline;text-underline-offset:.28em;cursor:pointer}
.preview :is(a,button,summary):focus-visible{outline:2px solid currentColor}@media print{.preview,.outlines{display:none}}
.preview details{margin-left:auto}.preview summary{display:flex;align-items:center;min-height:44px;text-decoration:underline;text-underline-offset:.28em;cursor:pointer}
.preview details[open]{display:flex;flex-wrap:wrap;gap:0 1.5rem;order:1;flex:1 0 100%}.preview ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0;padding:0;list-style:none}
.preview li button{padding:0 .5rem;border-left:.375rem solid;overflow-wrap:anywhere;text-align:left}
.outlines{position:absolute;top:0;left:0;z-index:9999;pointer-events:none}.outlines[hidden]{display:none}
.outlines div{position:absolute;box-sizing:border-box;border:2px solid}
.outlines span{position:sticky;display:table;padding:.125rem .5rem;color:#fff;font:500 .75rem/1.4 "Hanken Grotesk Variable","Hanken Fallback",sans-serif}`

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

/** Adds a map of the page to the badge. */
export const pageMapOf = ({ set }: OpenPreview): string => pageMapScript(set.shell?.version ?? '')

/** A remote that runs from source, and the address of the deployed shop in which it does. */
export interface SourceInShop {
  remote: string
  shop: string
}

/** Says on every page which remote runs from source in which shop, and leads to that shop. Below the page, whose first link skips to its content. */
export const sourceBadge = ({
  remote,
  shop,
}: SourceInShop) => html`<aside class="preview" aria-label="From source">
<p>${remote} from source in ${new URL(shop).host}</p>
<a href="${shop}">Open the live shop</a>
</aside>
`
