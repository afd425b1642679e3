import type { Crumb } from '@shop/ui'

/** Breadcrumbs of a page that does not exist. They contain nothing of its URL: all such pages share one rendered page. */
export const notFoundCrumbs = (above: readonly Crumb[]): Crumb[] => [
  ...(above.length > 0 ? above : [{ label: 'Home', to: '/' }]),
  { label: 'Not found' },
]
