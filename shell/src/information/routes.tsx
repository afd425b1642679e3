import type { RouteObject } from '@shop/router'
import { informationPages, type InformationPath } from './pages'

const page = (path: InformationPath, lazy: RouteObject['lazy']): RouteObject => ({
  path,
  handle: { crumb: informationPages[path].title },
  lazy,
})

/** Routes of the information pages, each loaded when it is opened. */
const routes: RouteObject[] = [
  page('/about', () => import('./about-page')),
  page('/contact', () => import('./contact/contact-page')),
  page('/faq', () => import('./faq/faq-page')),
  page('/shipping', () => import('./shipping-page')),
  page('/privacy', () => import('./privacy-page')),
  page('/discretion', () => import('./discretion-page')),
  page('/terms', () => import('./terms-page')),
  page('/returns', () => import('./returns-page')),
  page('/warranty', () => import('./warranty-page')),
  page('/gift-cards', () => import('./gift-cards/gift-cards-page')),
  page('/age-verification', () => import('./age-verification-page')),
]

export default routes
