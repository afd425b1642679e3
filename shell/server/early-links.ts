import { fontFiles } from '@shop/ui/document'

/** Fonts to preload, also as a header, from which a CDN or proxy can send 103 Early Hints. */
export const earlyLinks = fontFiles
  .map((font) => `</fonts/${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
  .join(', ')
