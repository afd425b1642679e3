import type { ReleaseSet } from '@shop/federation'
import { shop, type Settings } from '@shop/settings'
import { fontFaceCss, fontFiles } from '@shop/ui/document'
import { html, raw } from 'hono/html'
import { queuedStyle } from '../inline/queued-style'
import { ageStyle } from '../src/age-gate/age-memory'
import type { DrawnPage } from '../src/server'
import type { Head } from './heads'
import { deferredHydrationScript, firstScript } from './inline-scripts'
import { installableHead } from './installable'
import { contentPolicy } from './security'

/** Everything a page's HTML is made of. */
export interface PageInput {
  head: Head
  pathname: string
  siteUrl: string
  /** The page as the server rendered it, or null to leave it to the browser. */
  rendered: DrawnPage | null
  /** URLs of the shell's own scripts, in order. */
  scripts: readonly string[]
  /** URLs of the container and the routes of the remote that serves the path, if they are there. */
  remoteScripts: readonly string[]
  /** URLs of the scripts of that remote's pages. */
  remotePages: readonly string[]
  /** Where browsers reach the backend, and where it is. */
  supabaseUrl: string
  backendUrl: string
  supabaseKey: string
  releaseSet: ReleaseSet
  settings: Settings
  /** Development only: origins of the servers, and an inline script that must run before any other. */
  dev: { origins: readonly string[]; preamble: string } | null
}

/** A page's HTML and the Content-Security-Policy that belongs to it. */
export interface HtmlPage {
  html: string
  policy: string
}

/** JSON for a script element: nothing in it can end the element or, in older readers of JavaScript, a line. */
function embeddedJson(value: unknown) {
  const escaped = JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return raw(escaped)
}

// Enough to give the first paint the right ground, before the styles of the design system arrive.
const firstPaint =
  'html{color-scheme:light;background:#F2F0E9;color:#1E2019}html[data-theme=dark]{color-scheme:dark;background:#141511;color:#EFECE2}body{margin:0}'

/** Title and description of a page whose components brought none. */
const headOfRoute = ({ title, description, index }: Head) => html`<title>${title}</title>
<meta name="description" content="${description}">
<meta name="keywords" content="${shop.keywords.join(', ')}">${
  !index &&
  html`
<meta name="robots" content="noindex">`
}`

/** The address that search engines keep of an indexed page. */
const canonicalLinks = (url: string) => html`
<link rel="canonical" href="${url}">
<meta property="og:url" content="${url}">`

const scriptPreload = (url: string) => html`
<link rel="preload" href="${url}" as="script">`

const fontPreload = (font: string) => html`
<link rel="preload" href="/fonts/${font}" as="font" type="font/woff2" crossorigin>`

/** The HTML document of a route: its head, the release set, and preloads for exactly the scripts it will need. */
export async function pageHtml(input: PageInput): Promise<HtmlPage> {
  const { head, pathname, siteUrl, rendered, scripts, supabaseUrl, supabaseKey, releaseSet, settings, dev } =
    input
  const backends = [...new Set([supabaseUrl, input.backendUrl].map((url) => new URL(url).origin))]
  const config = { supabaseUrl, supabaseKey, releaseSet, settings, siteUrl }
  const state = rendered?.state ?? null
  const styles = rendered?.styles ?? []
  const deferred = state ? deferredHydrationScript(scripts, input.remoteScripts, input.remotePages) : null
  const firstStyle = `${fontFaceCss('/fonts')}${firstPaint}${ageStyle}${deferred === null ? '' : queuedStyle}`
  // What a rendered page keeps out of search engines has no address for them either: a list that was narrowed.
  const indexed = head.index && !/<meta name="robots" content="noindex"/.test(rendered?.head ?? '')
  const kind = pathname.startsWith('/products/') && head.image ? 'product' : 'website'
  const document = await html`<!doctype html>
<html lang="en-GB" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${rendered?.head ? raw(rendered.head) : headOfRoute(head)}${indexed && canonicalLinks(new URL(pathname, siteUrl).href)}
<meta name="rating" content="adult">
<meta property="og:site_name" content="${shop.name}">
<meta property="og:title" content="${head.title}">
<meta property="og:description" content="${head.description}">
<meta property="og:type" content="${kind}">
<meta property="og:image" content="${new URL(head.image ?? '/media/og.jpg', siteUrl).href}">
<meta name="twitter:card" content="summary_large_image">
<meta property="og:locale" content="en_GB">
<link rel="icon" href="/media/icon.svg" type="image/svg+xml">
${installableHead}${
    !supabaseUrl.startsWith(siteUrl) &&
    html`
<link rel="preconnect" href="${new URL(supabaseUrl).origin}" crossorigin>`
  }${fontFiles.map(fontPreload)}${deferred === null && input.remoteScripts.map(scriptPreload)}
<script>${raw(firstScript)}</script>
<style>${raw(firstStyle)}</style>
${styles.map(
  ({ attributes, css }) => html`<style ${raw(attributes)}>${raw(css)}</style>
`,
)}<script type="application/json" id="shop-config">${embeddedJson(config)}</script>
${
  state &&
  html`<script type="application/json" id="shop-state">${embeddedJson(state)}</script>
`
}${
    dev &&
    html`<script>${raw(dev.preamble)}</script>
`
  }${
    deferred === null
      ? scripts.map(
          (url) => html`<script defer src="${url}"></script>
`,
        )
      : html`<script>${raw(deferred)}</script>
`
  }</head>
<body>
<div id="root">${raw(rendered?.markup ?? '')}</div>
${
  !state &&
  html`<noscript><p>${shop.name} needs JavaScript to show this page.</p></noscript>
`
}</body>
</html>`
  return {
    html: document.toString(),
    policy: contentPolicy({
      inlineScripts: [firstScript, ...(deferred === null ? [] : [deferred]), ...(dev ? [dev.preamble] : [])],
      inlineStyles: [firstStyle, ...styles.map(({ css }) => css)],
      backends,
      devOrigins: dev?.origins ?? [],
    }),
  }
}
