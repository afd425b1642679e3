import type { Crumb } from '@shop/ui'
import { createContext } from 'react'

/** Breadcrumbs of the page that is being opened, while the routes of its remote are not there yet. */
export interface FrameCrumbs {
  pathname: string
  crumbs: readonly Crumb[]
}

/** Those of the page that the document was sent for. */
export const FrameCrumbsContext = createContext<FrameCrumbs | null>(null)
