import { shop } from '@shop/settings'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { fontFaceCss } from '@shop/ui/document'
import { themeScript } from '../releases/inline-scripts'
import type { HtmlPage } from './page-html'
import { contentPolicy } from '../http/security'

const light =
  '--bg:#F2F0E9;--ink:#1E2019;--soft:#44463B;--line:#85806F;--brass:#8A6A2F;--accent:#38452E;--on:#F7F5EE;color-scheme:light'
const dark =
  '--bg:#141511;--ink:#EFECE2;--soft:#CDCABD;--line:#7F8271;--brass:#C9A868;--accent:#C6CFA9;--on:#191E12;color-scheme:dark'

const style = `${fontFaceCss('/fonts')}html{${light};background:var(--bg);color:var(--ink)}html[data-theme=dark]{${dark}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr;font:400 1rem/1.6 "Hanken Grotesk Variable","Hanken Fallback",sans-serif}
header{padding:1.25rem clamp(1rem,4vw,3rem);border-bottom:1px solid var(--line)}
header,h1{font-family:"Petrona Variable","Petrona Fallback",serif;font-weight:340}header{font-size:1.4rem}header span{color:var(--brass)}
main{align-self:center;max-width:36rem;padding:2.5rem clamp(1rem,4vw,3rem);margin-inline:auto;width:100%}
svg{color:var(--line)}h1{font-size:clamp(2rem,6vw,2.9rem);line-height:1.1;margin:1rem 0}p,ul{color:var(--soft);margin:0 0 1rem}
ul{padding-inline-start:1.2rem}nav{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;margin-top:1.75rem}
a{display:inline-flex;align-items:center;min-height:44px;color:inherit;text-underline-offset:.28em}a[hidden]{display:none}
nav a:first-child{background:var(--accent);color:var(--on);padding:0 1.5rem;border-radius:4px;text-decoration:none}
a:focus-visible{outline:2px solid var(--brass);outline-offset:3px}`

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** Content of a self-contained page, which needs neither data nor the shell's scripts. */
export interface StaticPageContent {
  title: string
  heading: string
  /** Plain sentences, one a paragraph. */
  text: readonly string[]
  /** Between the sentences and the links. */
  more?: Html
  /** The first link; without it "Try again". */
  link?: { url: string; label: string }
  /** Where the browser goes on by itself, with a link for one that does not. */
  next?: { url: string; label: string }
  /** After that link. */
  links?: readonly Html[]
  script?: string
}

const emblem = html`<svg viewBox="0 0 88 88" width="88" height="88" fill="none" stroke="currentColor" stroke-width="1.25" aria-hidden="true"><circle cx="44" cy="34" r="22" stroke="var(--brass)"/><path d="M10 66h68M22 66c0-14 9-24 22-24s22 10 22 24"/></svg>`

/** A self-contained page with the shop's header and a message, shown when the real page is unavailable. */
export async function staticPage(content: StaticPageContent): Promise<HtmlPage> {
  const { title, heading, text, more, next, links, script } = content
  const { url, label } = next ?? content.link ?? { url: '', label: 'Try again' }
  const [before, after] = shop.name.split('&')
  const document = await html`<!doctype html>
<html lang="en-GB" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | ${shop.name}</title>
<meta name="rating" content="adult">
<meta name="robots" content="noindex">${
    next &&
    html`
<meta http-equiv="refresh" content="0;url=${next.url}">`
  }
<script>${raw(themeScript)}</script>
<style>${raw(style)}</style>
</head>
<body>
<header>${before}${after !== undefined && html`<span>&amp;</span>${after}`}</header>
<main>
${emblem}
<h1>${heading}</h1>
${text.map(
  (sentence) => html`<p>${sentence}</p>
`,
)}${more}
<nav aria-label="Ways on"><a href="${url}">${label}</a>${links}</nav>
</main>
${
  script !== undefined &&
  html`<script>${raw(script)}</script>
`
}</body>
</html>`
  return {
    html: document.toString(),
    policy: contentPolicy({
      inlineScripts: [themeScript, ...(script === undefined ? [] : [script])],
      inlineStyles: [style],
      backends: [],
      devOrigins: [],
    }),
  }
}
