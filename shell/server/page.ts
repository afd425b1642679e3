import type { ReleaseSet } from '@shop/federation'
import { shop, type Settings } from '@shop/settings'
import { fontFaceCss, fontFiles, themeScript } from '@shop/ui/document'
import type { Head } from './heads'

/** Everything a page's HTML is made of. */
export interface PageInput {
  head: Head
  pathname: string
  siteUrl: string
  nonce: string
  /** URLs of the shell's own scripts, in order. */
  scripts: readonly string[]
  /** URLs of the scripts of the remote that serves the path, as far as they are there. */
  remoteScripts: readonly string[]
  supabaseUrl: string
  supabaseKey: string
  releaseSet: ReleaseSet
  settings: Settings
  /** Inline script that must run before any other, in development only. */
  devPreamble: string
}

/** Text made safe for HTML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${String(char.charCodeAt(0))};`)
}

/** JSON that can stand inside a script element. */
function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

const fonts = fontFiles
// Enough to give the first paint the right ground, before the styles of the design system arrive.
const firstPaint =
  'html{color-scheme:light;background:#F2F0E9;color:#1E2019}html[data-theme=dark]{color-scheme:dark;background:#141511;color:#EFECE2}body{margin:0}'

/** The HTML document of a route: its head, the release set, and preloads for exactly the scripts it will need. */
export function renderPage(input: PageInput): string {
  const { head, pathname, siteUrl, nonce, scripts, supabaseUrl, supabaseKey, releaseSet, settings } = input
  const preloads = [...scripts, ...input.remoteScripts]
  const image = new URL(head.image ?? '/media/og.jpg', siteUrl).href
  const canonical = new URL(pathname, siteUrl).href
  const config = { supabaseUrl, supabaseKey, releaseSet, settings, nonce }
  const lines = [
    '<!doctype html>',
    '<html lang="en-GB" data-theme="light">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(head.title)}</title>`,
    `<meta name="description" content="${escapeHtml(head.description)}">`,
    head.index ? `<link rel="canonical" href="${escapeHtml(canonical)}">` : '<meta name="robots" content="noindex">',
    '<meta name="rating" content="adult">',
    `<meta property="og:site_name" content="${escapeHtml(shop.name)}">`,
    `<meta property="og:title" content="${escapeHtml(head.title)}">`,
    `<meta property="og:description" content="${escapeHtml(head.description)}">`,
    `<meta property="og:image" content="${escapeHtml(image)}">`,
    '<meta property="og:locale" content="en_GB">',
    '<link rel="icon" href="/media/icon.svg" type="image/svg+xml">',
    `<link rel="preconnect" href="${escapeHtml(new URL(supabaseUrl).origin)}" crossorigin>`,
    ...fonts.map((font) => `<link rel="preload" href="/fonts/${font}" as="font" type="font/woff2" crossorigin>`),
    ...preloads.map((url) => `<link rel="preload" href="${escapeHtml(url)}" as="script">`),
    `<script nonce="${nonce}">${themeScript}</script>`,
    `<style nonce="${nonce}">${fontFaceCss('/fonts')}${firstPaint}</style>`,
    `<script type="application/json" id="shop-config">${embeddedJson(config)}</script>`,
    ...(input.devPreamble ? [`<script nonce="${nonce}">${input.devPreamble}</script>`] : []),
    ...scripts.map((url) => `<script defer src="${escapeHtml(url)}" nonce="${nonce}"></script>`),
    '</head>',
    '<body>',
    '<div id="root"></div>',
    `<noscript><p>${escapeHtml(shop.name)} needs JavaScript to show its pages.</p></noscript>`,
    '</body>',
    '</html>',
  ]
  return lines.join('\n')
}
