import type { CSSProperties } from 'react'

// Mail programs apply what stands on the element, and some drop the sheet: light colours stand there, the sheet turns them dark.
const serif = "Georgia,'Times New Roman',serif"
const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const [ink, soft, muted, green] = ['#1e2019', '#44463b', '#626153', '#38452e']
const [page, ground, line, brass] = ['#fffffc', '#f2f0e9', '#d8d4c7', '#8a6a2f']
const rule = `1px solid ${line}`

/** An element's class, for the dark sheet, and its style. */
interface Look {
  className: string
  style: CSSProperties
}

const look = (className: string, style: CSSProperties): Look => ({ className, style })
const cell: CSSProperties = { textAlign: 'left', verticalAlign: 'top' }
const text: CSSProperties = { margin: '0 0 14px', fontSize: 16, lineHeight: 1.6 }
const small: CSSProperties = { color: muted, fontSize: 13, lineHeight: 1.5 }

/** How each part of an email looks. */
export const looks = {
  ground: look('ground ink', {
    margin: 0,
    backgroundColor: ground,
    color: ink,
    fontFamily: sans,
    fontSize: 16,
    lineHeight: 1.6,
  }),
  edge: look('edge', { padding: '24px 0' }),
  page: look('page', { width: '100%', maxWidth: 600, backgroundColor: page }),
  brand: look('brand ink', {
    padding: '28px 40px 24px',
    borderBottom: rule,
    color: ink,
    font: `22px/1.2 ${serif}`,
    letterSpacing: '.01em',
    textAlign: 'center',
  }),
  body: look('body', { padding: '36px 40px 20px', wordBreak: 'break-word', overflowWrap: 'anywhere' }),
  title: look('ink', { margin: '0 0 16px', color: ink, font: `normal 28px/1.2 ${serif}` }),
  heading: look('ink', { margin: '32px 0 8px', color: ink, font: `normal 20px/1.3 ${serif}` }),
  text: look('soft', { ...text, color: soft }),
  table: look('table', { borderCollapse: 'collapse', width: '100%', margin: '0 0 16px' }),
  label: look('muted', { ...cell, padding: '5px 16px 5px 0', color: muted, fontWeight: 'normal' }),
  value: look('ink', { ...cell, padding: '5px 0', color: ink, textAlign: 'right' }),
  totalLabel: look('ink rule', {
    ...cell,
    padding: '10px 16px 4px 0',
    borderTop: rule,
    color: ink,
    fontWeight: 600,
  }),
  totalValue: look('ink rule', {
    ...cell,
    padding: '10px 0 4px',
    borderTop: rule,
    color: ink,
    fontWeight: 600,
    textAlign: 'right',
  }),
  item: look('ink rule', {
    ...cell,
    padding: '12px 16px 12px 0',
    borderBottom: rule,
    color: ink,
    fontWeight: 'normal',
  }),
  itemDetail: look('muted', { color: muted, fontSize: 14 }),
  itemTotal: look('ink rule', {
    ...cell,
    padding: '12px 0',
    borderBottom: rule,
    color: ink,
    textAlign: 'right',
    whiteSpace: 'nowrap',
  }),
  panel: look('panel', {
    margin: '4px 0 20px',
    padding: '18px 20px',
    borderLeft: `2px solid ${brass}`,
    backgroundColor: ground,
  }),
  panelLabel: look('muted', { display: 'block', color: muted, fontSize: 14 }),
  panelValue: look('ink', { display: 'block', color: ink, font: `21px/1.35 ${serif}` }),
  panelText: look('soft', { ...text, margin: 0, color: soft }),
  panelNote: look('soft', { ...text, margin: '4px 0 0', color: soft, fontSize: 15 }),
  button: look('button', {
    margin: '0 0 24px',
    padding: '14px 28px',
    border: `1px solid ${green}`,
    borderRadius: 2,
    backgroundColor: green,
    color: '#f7f5ee',
    fontSize: 16,
    fontWeight: 500,
  }),
  link: look('link', { color: green, textDecorationLine: 'underline' }),
  quote: look('soft rule', {
    margin: '0 0 16px',
    padding: '2px 0 2px 16px',
    borderLeft: `2px solid ${line}`,
    color: soft,
  }),
  terms: look('terms muted', { padding: '24px 40px 12px', borderTop: rule, color: muted }),
  smallText: look('muted', { ...small, margin: '0 0 10px' }),
  smallHeading: look('muted', { ...small, margin: '16px 0 4px', fontWeight: 600 }),
  footer: look('footer muted', {
    ...small,
    padding: '20px 40px 32px',
    borderTop: rule,
    textAlign: 'center',
  }),
} satisfies Record<string, Look>

/** The sheet: colours of dark mode, and the narrow margins of a phone. */
export const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.edge{padding:0!important}.brand,.body,.terms,.footer{padding-left:20px!important;padding-right:20px!important}.button{display:block!important;text-align:center!important}}
@media (prefers-color-scheme:dark){.ground,.ground>table>tbody>tr>td,.panel{background-color:#141511!important}.page{background-color:#1b1d17!important}.ink{color:#efece2!important}.soft{color:#cdcabd!important}.muted{color:#a6a596!important}.brand,.rule,.terms,.footer{border-color:#33372c!important}.panel{border-color:#c9a868!important}.link{color:#c6cfa9!important}.button{background-color:#c6cfa9!important;color:#191e12!important;border-color:#c6cfa9!important}}`
