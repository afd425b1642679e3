import type { ReleaseSet } from '@shop/federation'
import { shop, type Settings } from '@shop/settings'
import { fontFaceCss, fontFiles } from '@shop/ui/document'
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
  /** The page as the server drew it, or null to leave it to the browser. */
  drawn: DrawnPage | null
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

/** A page and the policy that belongs to it. */
export interface Page {
  html: string
  policy: string
}

/** Text made safe for HTML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${String(char.charCodeAt(0))};`)
}

/** JSON that can stand inside a script element. */
function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

// Enough to give the first paint the right ground, before the styles of the design system arrive.
const firstPaint =
  'html{color-scheme:light;background:#F2F0E9;color:#1E2019}html[data-theme=dark]{color-scheme:dark;background:#141511;color:#EFECE2}body{margin:0}'

/** The HTML document of a route: its head, the release set, and preloads for exactly the scripts it will need. */
export function renderPage(input: PageInput): Page {
  const { head, pathname, siteUrl, drawn, scripts, supabaseUrl, supabaseKey, releaseSet, settings, dev } =
    input
  const backends = [...new Set([supabaseUrl, input.backendUrl].map((url) => new URL(url).origin))]
  const image = new URL(head.image ?? '/media/og.jpg', siteUrl).href
  const canonical = new URL(pathname, siteUrl).href
  const config = { supabaseUrl, supabaseKey, releaseSet, settings, siteUrl }
  const deferred = drawn?.state
    ? deferredHydrationScript(scripts, input.remoteScripts, input.remotePages)
    : null
  const firstStyle = `${fontFaceCss('/fonts')}${firstPaint}${ageStyle}${deferred ? queuedStyle : ''}`
  const inlineScripts = [firstScript, ...(deferred ? [deferred] : []), ...(dev ? [dev.preamble] : [])]
  const inlineStyles = [firstStyle, ...(drawn?.styles ?? []).map(({ css }) => css)]
  // What a drawn page keeps out of search engines has no address for them either: a list that was narrowed.
  const indexed = head.index && !/<meta name="robots" content="noindex"/.test(drawn?.head ?? '')
  const words = [
    `<title>${escapeHtml(head.title)}</title>`,
    `<meta name="description" content="${escapeHtml(head.description)}">`,
    `<meta name="keywords" content="${escapeHtml(shop.keywords.join(', '))}">`,
    ...(head.index ? [] : ['<meta name="robots" content="noindex">']),
  ]
  const lines = [
    '<!doctype html>',
    '<html lang="en-GB" data-theme="light">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...(drawn?.head ? [drawn.head] : words),
    ...(indexed
      ? [
          `<link rel="canonical" href="${escapeHtml(canonical)}">`,
          `<meta property="og:url" content="${escapeHtml(canonical)}">`,
        ]
      : []),
    '<meta name="rating" content="adult">',
    `<meta property="og:site_name" content="${escapeHtml(shop.name)}">`,
    `<meta property="og:title" content="${escapeHtml(head.title)}">`,
    `<meta property="og:description" content="${escapeHtml(head.description)}">`,
    `<meta property="og:type" content="${pathname.startsWith('/products/') && head.image ? 'product' : 'website'}">`,
    `<meta property="og:image" content="${escapeHtml(image)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    '<meta property="og:locale" content="en_GB">',
    '<link rel="icon" href="/media/icon.svg" type="image/svg+xml">',
    ...installableHead,
    ...(supabaseUrl.startsWith(siteUrl)
      ? []
      : [`<link rel="preconnect" href="${escapeHtml(new URL(supabaseUrl).origin)}" crossorigin>`]),
    ...fontFiles.map(
      (font) => `<link rel="preload" href="/fonts/${font}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...(deferred
      ? []
      : input.remoteScripts.map((url) => `<link rel="preload" href="${escapeHtml(url)}" as="script">`)),
    `<script>${firstScript}</script>`,
    `<style>${firstStyle}</style>`,
    ...(drawn?.styles ?? []).map(({ attributes, css }) => `<style ${attributes}>${css}</style>`),
    `<script type="application/json" id="shop-config">${embeddedJson(config)}</script>`,
    ...(drawn?.state
      ? [`<script type="application/json" id="shop-state">${embeddedJson(drawn.state)}</script>`]
      : []),
    ...(dev ? [`<script>${dev.preamble}</script>`] : []),
    ...(deferred
      ? [`<script>${deferred}</script>`]
      : scripts.map((url) => `<script defer src="${escapeHtml(url)}"></script>`)),
    '</head>',
    '<body>',
    `<div id="root">${drawn?.markup ?? ''}</div>`,
    ...(drawn?.state
      ? []
      : [`<noscript><p>${escapeHtml(shop.name)} needs JavaScript to show this page.</p></noscript>`]),
    '</body>',
    '</html>',
  ]
  return {
    html: lines.join('\n'),
    policy: contentPolicy({ inlineScripts, inlineStyles, backends, devOrigins: dev?.origins ?? [] }),
  }
}
