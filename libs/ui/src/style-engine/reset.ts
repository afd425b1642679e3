import type { SystemStyleObject } from '@chakra-ui/react/styled-system'

/**
 * What the shop needs of Chakra's reset: browsers of today, and elements that it uses. It has no rule for all `::before` and `::after`:
 * with one, the browser works out two more styles for each element. Borders are reset only where browsers draw them.
 */
export const reset: Record<string, SystemStyleObject> = {
  html: { lineHeight: 1.5, touchAction: 'manipulation', WebkitTapHighlightColor: 'transparent' },
  '*': { boxSizing: 'border-box', margin: '0', padding: '0', font: 'inherit', overflowWrap: 'break-word' },
  'button, dialog, fieldset, iframe, input, select, textarea, [popover]': { border: '0 solid' },
  body: { minHeight: '100dvh', position: 'relative' },
  'img, svg, video, canvas': { display: 'block', verticalAlign: 'middle' },
  'img, video': { maxWidth: '100%', height: 'auto' },
  'ol, ul': { listStyle: 'none' },
  'button, [type=button], [type=reset], [type=submit]': { appearance: 'button', background: 'none' },
  'button, input, optgroup, select, textarea': { color: 'inherit' },
  table: { borderCollapse: 'collapse' },
  '::placeholder': { opacity: 'unset', color: '#9ca3af' },
  textarea: { resize: 'vertical' },
  small: { fontSize: '80%' },
  'i, em': { fontStyle: 'italic' },
  '[type=text], [type=email], [type=password]': { appearance: 'none' },
  '[type=search], [type=number]': { appearance: 'textfield' },
  '::-webkit-search-decoration, ::-webkit-search-cancel-button': { WebkitAppearance: 'none' },
  '::file-selector-button': { font: 'inherit' },
  '[hidden]:where(:not([hidden=until-found]))': { display: 'none !important' },
}
