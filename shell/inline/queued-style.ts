/**
 * Style of a button whose click is queued: the design system's spinner over the label, without a layout shift; screen
 * readers still read the label. It is part of the page's first style, since its policy lets no script add one.
 */
export const queuedStyle =
  'html [data-queued]{cursor:progress;-webkit-text-fill-color:transparent}html [data-queued=static]{position:relative}html [data-queued]>*{opacity:0}' +
  'html [data-queued]::after{content:"";position:absolute;inset:0;margin:auto;box-sizing:border-box;width:14px;height:14px;border:1.25px solid;' +
  'border-inline-end-color:transparent;border-radius:50%;animation:queued .9s linear infinite}@keyframes queued{to{transform:rotate(1turn)}}' +
  '@media (prefers-reduced-motion:reduce){html [data-queued]::after{animation:none}}'
