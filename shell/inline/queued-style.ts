/**
 * Style of a button whose click is queued: the design system's spinner over the label, without a layout shift; screen
 * readers still read the label. The position is in a layer, the first of the page, so that each of a button's own counts more. It is part of the page's first style, since its policy lets no script add one.
 */
export const queuedStyle =
  '@layer queued{[data-queued]{position:relative}}html [data-queued]{cursor:progress;-webkit-text-fill-color:transparent}html [data-queued]>*{opacity:0}' +
  'html [data-queued]::after{content:"";position:absolute;inset:0;margin:auto;box-sizing:border-box;width:14px;height:14px;border:1.25px solid;' +
  'border-inline-end-color:transparent;border-radius:50%;animation:queued .9s linear infinite}@keyframes queued{to{transform:rotate(1turn)}}' +
  '@media (prefers-reduced-motion:reduce){html [data-queued]::after{animation:none}}'

/**
 * Style of what the first script says about an added product, over the server's own texts, which hydration compares: "Added" on the
 * button, and the count in the header's badge until the shop has its own. The words of the live region are for
 * screen readers alone.
 */
export const addedStyle =
  'html [data-added]>*{opacity:0}html [data-added]::after{content:"Added";content:"Added"/"";position:absolute;inset:0;display:grid;place-items:center}' +
  'html [data-count]{font-size:0}[data-count]::after{content:attr(data-count);font-size:.6875rem}' +
  '[data-said]{position:fixed;top:0;clip-path:inset(50%);pointer-events:none}'
