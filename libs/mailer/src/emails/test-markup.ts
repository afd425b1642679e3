import fc from 'fast-check'

const withMarkup = fc.constantFrom(
  '<script>',
  '</td>',
  '"><img src=x>',
  '\r\nBcc: x@y.z\r\n',
  '\n\n',
  '&lt;',
  "' onload='",
  '\u2028',
  '\u202E',
  '\0',
  '<!--',
  ']]>',
)
/** Arbitrary text with characters that break out of HTML and headers; never blank, so that no line is omitted. */
export const anything = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), withMarkup))
  .map((parts) => `${parts.join('')}x`)
