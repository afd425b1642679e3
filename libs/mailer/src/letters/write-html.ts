import { linesOf, oneLine, type Block, type Description, type ItemLine } from './description'

// Inherited colours and translucent greys only, for mail clients in light and dark mode.
const style = {
  body: 'margin:0;padding:24px 16px;font:16px/1.5 Georgia,serif',
  page: 'max-width:36em;margin:0 auto',
  heading: 'font-size:22px;font-weight:normal;margin:0 0 16px',
  section: 'font-size:17px;font-weight:bold;margin:28px 0 8px',
  text: 'margin:0 0 12px',
  table: 'border-collapse:collapse;width:100%;margin:0 0 12px',
  label: 'text-align:left;font-weight:normal;padding:2px 16px 2px 0;vertical-align:top',
  value: 'text-align:right;padding:2px 0;vertical-align:top',
  head: 'font-weight:normal;padding:4px 0 4px 12px;border-bottom:1px solid #8888',
  cell: 'padding:6px 0 6px 12px;border-bottom:1px solid #8884;vertical-align:top',
  quote: 'margin:0 0 12px;padding:0 0 0 12px;border-left:2px solid #8888;white-space:pre-wrap',
  foot: 'margin:32px 0 0;padding:12px 0 0;border-top:1px solid #8888;font-size:14px',
}

/** The letter as HTML: no images, no scripts, nothing fetched. */
export function writeHtml({ subject, heading, blocks, sender }: Description): string {
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><title>${safe(subject)}</title></head>
<body style="${style.body}"><div style="${style.page}">
<h1 style="${style.heading}">${safe(heading)}</h1>
${blocks.map(htmlOf).join('\n')}
<p style="${style.foot}">${sender.map(safe).join('<br>')}</p>
</div></body></html>
`
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h2 style="${style.section}">${safe(block.text)}</h2>`
    case 'paragraph':
      return `<p style="${style.text}">${safe(block.text)}</p>`
    case 'lines':
      return `<p style="${style.text}">${block.lines.map(safe).join('<br>')}</p>`
    case 'facts':
      return table(
        block.facts.map(
          ({ label, value }) =>
            `<tr><th scope="row" style="${style.label}">${safe(label)}</th><td style="${style.value}">${safe(value)}</td></tr>`,
        ),
      )
    case 'items':
      return table([itemHead, ...block.items.map(itemRow)])
    case 'link':
      return `<p style="${style.text}"><a href="${escapeHtml(block.href)}" style="color:inherit">${safe(block.label)}</a></p>`
    case 'quote':
      return `<blockquote style="${style.quote}">${linesOf(block.text).map(safe).join('\n')}</blockquote>`
  }
}

const columns = [
  ['Item', 'left'],
  ['Quantity', 'right'],
  ['Each', 'right'],
  ['Total', 'right'],
] as const
const itemHead = `<tr>${columns.map(([name, side], at) => `<th scope="col" style="${style.head}${at === 0 ? ';padding-left:0' : ''};text-align:${side}">${name}</th>`).join('')}</tr>`

function itemRow({ name, sku, quantity, unit, total }: ItemLine): string {
  const figures = [String(quantity), unit, total].map(
    (figure) => `<td style="${style.cell};text-align:right;white-space:nowrap">${safe(figure)}</td>`,
  )
  return `<tr><td style="${style.cell};padding-left:0">${safe(name)}${sku ? `<br><small>SKU ${safe(sku)}</small>` : ''}</td>${figures.join('')}</tr>`
}

function table(rows: string[]): string {
  return `<table style="${style.table}">${rows.join('')}</table>`
}

function safe(text: string): string {
  return escapeHtml(oneLine(text))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`)
}
