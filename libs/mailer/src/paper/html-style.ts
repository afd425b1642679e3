// Mail programs apply what stands on the element, and some drop the sheet: light colours stand there, the sheet turns them dark.
const serif = "Georgia,'Times New Roman',serif"
const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** A part of an email: its class, for the dark sheet, and its style. */
export interface Part {
  name: string
  style: string
}

const part = (name: string, style: string): Part => ({ name, style })

/** How each part of an email looks. */
export const parts = {
  ground: part(
    'ground ink',
    `margin:0;padding:0;background-color:#f2f0e9;color:#1e2019;font:16px/1.6 ${sans}`,
  ),
  page: part('page', 'width:100%;max-width:600px;background-color:#fffffc'),
  edge: part('edge', 'padding:24px 0'),
  mark: part(
    'mark ink',
    `padding:28px 40px 24px;border-bottom:1px solid #d8d4c7;color:#1e2019;font:22px/1.2 ${serif};letter-spacing:.01em;text-align:center`,
  ),
  body: part('body', 'padding:36px 40px 20px;word-break:break-word;overflow-wrap:anywhere'),
  title: part('ink', `margin:0 0 16px;color:#1e2019;font:normal 28px/1.2 ${serif}`),
  section: part('ink', `margin:32px 0 8px;color:#1e2019;font:normal 20px/1.3 ${serif}`),
  text: part('soft', 'margin:0 0 14px;color:#44463b'),
  list: part('list', 'border-collapse:collapse;width:100%;margin:0 0 16px'),
  label: part(
    'muted',
    'padding:5px 16px 5px 0;color:#626153;font-weight:normal;text-align:left;vertical-align:top',
  ),
  value: part('ink', 'padding:5px 0;color:#1e2019;text-align:right;vertical-align:top'),
  strongLabel: part(
    'ink rule',
    'padding:10px 16px 4px 0;border-top:1px solid #d8d4c7;color:#1e2019;font-weight:600;text-align:left;vertical-align:top',
  ),
  strongValue: part(
    'ink rule',
    'padding:10px 0 4px;border-top:1px solid #d8d4c7;color:#1e2019;font-weight:600;text-align:right;vertical-align:top',
  ),
  item: part(
    'ink rule',
    'padding:12px 16px 12px 0;border-bottom:1px solid #d8d4c7;color:#1e2019;font-weight:normal;text-align:left;vertical-align:top',
  ),
  itemDetail: part('muted', 'color:#626153;font-size:14px'),
  itemTotal: part(
    'ink rule',
    'padding:12px 0;border-bottom:1px solid #d8d4c7;color:#1e2019;text-align:right;vertical-align:top;white-space:nowrap',
  ),
  panel: part(
    'panel',
    'margin:4px 0 20px;padding:18px 20px;border-left:2px solid #8a6a2f;background-color:#f2f0e9',
  ),
  panelLabel: part('muted', 'margin:0;color:#626153;font-size:14px'),
  panelValue: part('ink', `margin:0;color:#1e2019;font:21px/1.35 ${serif}`),
  panelNote: part('soft', 'margin:4px 0 0;color:#44463b;font-size:15px'),
  button: part('button', 'border-radius:2px;background-color:#38452e'),
  buttonLink: part(
    'button-link',
    `display:inline-block;padding:14px 28px;border:1px solid #38452e;border-radius:2px;color:#f7f5ee;font:500 16px/1.2 ${sans};text-decoration:none`,
  ),
  link: part('link', 'color:#38452e'),
  quote: part(
    'soft rule',
    'margin:0 0 16px;padding:2px 0 2px 16px;border-left:2px solid #d8d4c7;color:#44463b;white-space:pre-wrap',
  ),
  terms: part('terms muted', 'padding:24px 40px 12px;border-top:1px solid #d8d4c7;color:#626153'),
  small: part('muted', 'margin:0 0 10px;color:#626153;font-size:13px;line-height:1.5'),
  smallHeading: part(
    'muted',
    'margin:16px 0 4px;color:#626153;font-size:13px;font-weight:600;line-height:1.5',
  ),
  foot: part(
    'foot muted',
    'padding:20px 40px 32px;border-top:1px solid #d8d4c7;color:#626153;font-size:13px;line-height:1.5;text-align:center',
  ),
} satisfies Record<string, Part>

/** The sheet: colours of dark mode, and the narrow margins of a phone. */
export const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.edge{padding:0!important}.mark,.body,.terms,.foot{padding-left:20px!important;padding-right:20px!important}.wide{width:100%!important}.button-link{display:block!important;text-align:center!important}}
@media (prefers-color-scheme:dark){.ground,.panel{background-color:#141511!important}.page{background-color:#1b1d17!important}.ink{color:#efece2!important}.soft{color:#cdcabd!important}.muted{color:#a6a596!important}.mark,.rule,.terms,.foot{border-color:#33372c!important}.panel{border-color:#c9a868!important}.link{color:#c6cfa9!important}.button{background-color:#c6cfa9!important}.button-link{color:#191e12!important;border-color:#c6cfa9!important}}`
