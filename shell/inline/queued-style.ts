/**
 * How a queued press looks: the ring of the design system in the label's place. Nothing moves, and screen readers still
 * read the label. It belongs into the page's first style, since the policy of the page lets no script add one.
 */
export const queuedStyle =
  'html [data-queued]{cursor:progress;-webkit-text-fill-color:transparent}html [data-queued=static]{position:relative}html [data-queued]>*{opacity:0}' +
  'html [data-queued]::after{content:"";position:absolute;inset:0;margin:auto;box-sizing:border-box;width:14px;height:14px;border:1.25px solid;' +
  'border-inline-end-color:transparent;border-radius:50%;animation:queued .9s linear infinite}@keyframes queued{to{transform:rotate(1turn)}}' +
  '@media (prefers-reduced-motion:reduce){html [data-queued]::after{animation:none}}'
