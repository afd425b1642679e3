import type { ReleaseSet } from '@shop/federation'
import { pictureUrl, shop, type Settings } from '@shop/settings'
import { qrServicePicture } from '@shop/settings/qr-provider'
import type { Crumb } from '@shop/ui'
import { fontFaceCss, fontFiles } from '@shop/ui/document'
import { html, raw } from 'hono/html'
import { ageGateStyle } from '../../src/age-gate/age-confirmation'
import type { RenderedPage } from '../../src/server'
import type { PageMetadata } from '../../src/page-metadata'
import { ownInlineScripts, type InlineScripts } from '../releases/inline-scripts'
import type { OpenPreview } from '../releases/previews'
import { installableHead } from './installable'
import { hashesOf, importMap, pageSet, type Hashes } from './page-hashes'
import { shellFolder } from './page-scripts'
import { pageMapOf, previewBadge, previewStyle, sourceBadge, type SourceInShop } from './preview-badge'
import { contentPolicy } from '../http/security'

/** Input of a page's HTML document. */
export interface PageInput {
  metadata: PageMetadata
  pathname: string
  siteUrl: string
  /** The page as the server rendered it; null when the browser renders it. */
  rendered: RenderedPage | null
  /** The visitor has confirmed their age by the gate's form. */
  ageConfirmed?: boolean
  /** The preview that it belongs to. */
  preview?: OpenPreview | null
  /** Breadcrumbs of a page that the browser renders. */
  crumbs: readonly Crumb[] | null
  /** Whether it may draw QR codes. */
  showsQrCodes: boolean
  /** URLs of the shell's own scripts, in order. */
  scripts: readonly string[]
  /** The inline scripts of that shell; by default those beside this web server. */
  inline?: InlineScripts
  /** URLs of the page's own scripts, after the container and the routes of the remote that serves it, if the files exist. */
  pageScripts: readonly string[]
  /** URL of the backend for browsers, and its own. */
  supabaseUrl: string
  backendUrl: string
  supabaseKey: string
  releaseSet: ReleaseSet
  settings: Settings
  /** Development only: origins of the servers, an inline script that must run before any other, and the deployed shop around it. */
  dev: { origins: readonly string[]; preamble: string; inShop?: SourceInShop } | null
}

/** A page's HTML and the Content-Security-Policy that belongs to it. */
export interface HtmlPage {
  html: string
  policy: string
}

/** JSON for a script element, escaped so that it cannot close the element or, in older browsers, end a line. */
function embeddedJson(value: unknown) {
  const escaped = JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return raw(escaped)
}

// The page's background for the first paint, before the styles of the design system are loaded.
const firstPaintStyle =
  'html{color-scheme:light;background:#F2F0E9;color:#1E2019}html[data-theme=dark]{color-scheme:dark;background:#141511;color:#EFECE2}body{margin:0}'

/** Title and description of a page whose components rendered none. */
const metadataHtml = ({ title, description, index }: PageMetadata) => html`<title>${title}</title>
<meta name="description" content="${description}">
<meta name="keywords" content="${shop.keywords.join(', ')}">${
  !index &&
  html`
<meta name="robots" content="noindex">`
}`

/** The canonical URL of an indexed page. */
const canonicalLinks = (url: string) => html`
<link rel="canonical" href="${url}">
<meta property="og:url" content="${url}">`

const hashAttributes = (hash: string | undefined) =>
  hash === undefined ? '' : html` crossorigin integrity="${hash}"`

// The page can be read and used without its scripts: its pictures come first.
const scriptPreload = (url: string, hashes: Hashes) => html`
<link rel="preload" href="${url}" as="script" fetchpriority="low"${hashAttributes(hashes[url])}>`

/** Half a kilobyte, without which the remote's container is not asked for. Whoever fetches it checks its hash; browsers do not in preloads. */
const manifestPreload = (url: string) => html`
<link rel="preload" href="${url}" as="fetch" crossorigin fetchpriority="low">`

/** The service that draws QR codes, if the shop uses one. */
function qrCodeOrigins({ qr }: Settings, siteUrl: string): string[] {
  const picture = qrServicePicture(qr.provider, siteUrl)
  return picture ? [picture.origin] : []
}

const fontPreload = (font: string) => html`
<link rel="preload" href="/fonts/${font}" as="font" type="font/woff2" crossorigin>`

/** The HTML document of a route: its head, the release set, and preloads for exactly the scripts it will need. */
export async function pageHtml(input: PageInput): Promise<HtmlPage> {
  const {
    metadata,
    pathname,
    siteUrl,
    rendered,
    scripts,
    supabaseUrl,
    supabaseKey,
    releaseSet,
    settings,
    dev,
  } = input
  const backends = [...new Set([supabaseUrl, input.backendUrl].map((url) => new URL(url).origin))]
  const { crumbs } = input
  const { firstScript } = input.inline ?? ownInlineScripts
  const hashes = hashesOf(releaseSet, [...scripts, ...input.pageScripts])
  const modules = importMap(releaseSet)
  const pageMap = input.preview ? pageMapOf(input.preview) : null
  const manifests = input.pageScripts.filter((url) => url.endsWith('.json'))
  const preloads = input.pageScripts.filter((url) => !manifests.includes(url))
  const config = {
    supabaseUrl,
    supabaseKey,
    releaseSet: pageSet(releaseSet),
    settings,
    siteUrl,
    shellFolder: shellFolder(scripts),
    ...(crumbs && { crumbs }),
  }
  const state = rendered?.state ?? null
  const styles = rendered?.styles ?? []
  const markup = rendered?.markup ?? ''
  const firstStyle = `${fontFaceCss('/fonts')}${firstPaintStyle}${ageGateStyle}${(input.preview ?? dev?.inShop) ? previewStyle : ''}`
  // A rendered page that is noindex, such as a filtered list, has no canonical URL.
  const indexed = metadata.index && !/<meta name="robots" content="noindex"/.test(rendered?.head ?? '')
  const document = await html`<!doctype html>
<html lang="en-GB" data-theme="light"${input.ageConfirmed && raw(' data-age="ok"')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${rendered?.head ? raw(rendered.head) : metadataHtml(metadata)}${indexed && canonicalLinks(new URL(metadata.canonical ?? pathname, siteUrl).href)}
<meta name="rating" content="adult">
<meta property="og:site_name" content="${shop.name}">
<meta property="og:title" content="${metadata.title}">
<meta property="og:description" content="${metadata.description}">
<meta property="og:type" content="${metadata.type}">
<meta property="og:image" content="${new URL(pictureUrl(metadata.image ?? '/media/og.jpg', supabaseUrl), siteUrl).href}">
<meta name="twitter:card" content="summary_large_image">
<meta property="og:locale" content="en_GB">
<link rel="icon" href="/media/icon.svg" type="image/svg+xml">
${installableHead}${
    !supabaseUrl.startsWith(siteUrl) &&
    html`
<link rel="preconnect" href="${new URL(supabaseUrl).origin}" crossorigin>`
  }${fontFiles.map(fontPreload)}${manifests.map(manifestPreload)}${preloads.map((url) => scriptPreload(url, hashes))}${
    modules !== null &&
    html`
<script type="importmap">${raw(modules)}</script>`
  }
<script>${raw(firstScript)}</script>
<style>${raw(firstStyle)}</style>
${styles.map(
  ({ attributes, css }) => html`<style ${raw(attributes)}>${raw(css)}</style>
`,
)}<script type="application/json" id="shop-config">${embeddedJson(config)}</script>
${
  dev &&
  html`<script>${raw(dev.preamble)}</script>
`
}${scripts.map(
    (url) => html`<script defer src="${url}" fetchpriority="low"${hashAttributes(hashes[url])}></script>
`,
  )}</head>
<body>
${input.preview && previewBadge(input.preview)}<div id="root">${raw(markup)}</div>${dev?.inShop && sourceBadge(dev.inShop)}
${
  state &&
  html`<script type="application/json" id="shop-state">${embeddedJson(state)}</script>
`
}${
    !state &&
    html`<noscript><p>${shop.name} needs JavaScript to show this page.</p></noscript>
`
  }${
    pageMap !== null &&
    html`<script>${raw(pageMap)}</script>
`
  }</body>
</html>`
  return {
    html: document.toString(),
    policy: contentPolicy({
      inlineScripts: [firstScript, modules, dev?.preamble, pageMap].filter((script) => script != null),
      inlineStyles: [firstStyle, ...styles.map(({ css }) => css)],
      backends,
      pictureOrigins: input.showsQrCodes ? qrCodeOrigins(settings, siteUrl) : [],
      devOrigins: dev?.origins ?? [],
    }),
  }
}
