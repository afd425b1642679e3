import { shop } from '@shop/settings'
import { linesOf, oneLine, type Block, type Description, type ItemLine } from './description'
import { parts, sheet, type Part } from './html-style'

/** An email as HTML, 600 pixels wide and narrower, light and dark: no images, no scripts, nothing fetched. */
export function writeHtml({ subject, heading, blocks, terms = [], sender }: Description): string {
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><title>${safe(subject)}</title><style>
${sheet}
</style></head>
<body ${as('ground')}><table ${layout} ${as('ground')}><tr><td align="center" ${as('edge')}>
<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]--><table ${layout} ${as('page')}>
<tr><td ${as('mark')}>${safe(shop.name)}</td></tr>
<tr><td ${as('body')}>
<h1 ${as('title')}>${safe(heading)}</h1>
${blocks.map((block) => htmlOf(block)).join('\n')}
</td></tr>${terms.length > 0 ? `\n<tr><td ${as('terms')}>\n${terms.map((block) => htmlOf(block, 'small')).join('\n')}\n</td></tr>` : ''}
<tr><td ${as('foot')}>${sender.map(safe).join('<br>')}</td></tr>
</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>
`
}

const layout = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

function as(name: keyof typeof parts): string {
  const { name: names, style }: Part = parts[name]
  return `class="${names}" style="${style}"`
}

function htmlOf(block: Block, size: 'full' | 'small' = 'full'): string {
  const text = as(size === 'small' ? 'small' : 'text')
  switch (block.kind) {
    case 'heading':
      return `<h2 ${as(size === 'small' ? 'smallHeading' : 'section')}>${safe(block.text)}</h2>`
    case 'paragraph':
      return `<p ${text}>${safe(block.text)}</p>`
    case 'lines':
      return `<p ${text}>${block.lines.map(safe).join('<br>')}</p>`
    case 'facts':
      return list(block.facts.map(factRow))
    case 'items':
      return list(block.items.map(itemRow))
    case 'panel':
      return `<div ${as('panel')}><p ${as('panelLabel')}>${safe(block.label)}</p><p ${as('panelValue')}>${safe(block.value)}</p>${block.note ? `<p ${as('panelNote')}>${safe(block.note)}</p>` : ''}</div>`
    case 'button':
      return `<table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td ${as('button')}><a href="${escapeHtml(block.href)}" ${as('buttonLink')}>${safe(block.label)}</a></td></tr></table>`
    case 'link':
      return `<p ${text}><a href="${escapeHtml(block.href)}" ${as('link')}>${safe(block.label)}</a></p>`
    case 'quote':
      return `<blockquote ${as('quote')}>${linesOf(block.text).map(safe).join('\n')}</blockquote>`
  }
}

function factRow({ label, value, strong }: { label: string; value: string; strong?: boolean }): string {
  const [head, cell] = strong ? (['strongLabel', 'strongValue'] as const) : (['label', 'value'] as const)
  return `<tr><th scope="row" ${as(head)}>${safe(label)}</th><td ${as(cell)}>${safe(value)}</td></tr>`
}

function itemRow({ name, sku, quantity, unit, total }: ItemLine): string {
  const detail = `${String(quantity)} × ${safe(unit)}${sku ? ` · SKU ${safe(sku)}` : ''}`
  return `<tr><th scope="row" ${as('item')}>${safe(name)}<br><span ${as('itemDetail')}>${detail}</span></th><td ${as('itemTotal')}>${safe(total)}</td></tr>`
}

function list(rows: string[]): string {
  return `<table ${as('list')}>${rows.join('')}</table>`
}

function safe(text: string): string {
  return escapeHtml(oneLine(text))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`)
}
