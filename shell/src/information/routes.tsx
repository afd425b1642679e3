import type { RouteObject } from '@shop/router'
import { informationPages, type InformationPath } from './pages'

const page = (path: InformationPath, lazy: RouteObject['lazy']): RouteObject => ({
  path,
  handle: { crumb: informationPages[path].title },
  lazy,
})

/** A page that tells what delivery costs. */
const deliveryPage = (path: InformationPath, lazy: RouteObject['lazy']): RouteObject => ({
  ...page(path, lazy),
  // Loaded with the page: it needs the code that prices delivery.
  loader: async (...args) => (await import('./delivery/delivery-terms')).loadDeliveryTerms(...args),
})

/** Routes of the information pages, each loaded when it is opened. */
const routes: RouteObject[] = [
  page('/about', () => import('./about-page')),
  page('/contact', () => import('./contact/contact-page')),
  deliveryPage('/faq', () => import('./faq/faq-page')),
  deliveryPage('/shipping', () => import('./shipping-page')),
  page('/privacy', () => import('./privacy-page')),
  deliveryPage('/discretion', () => import('./discretion-page')),
  page('/terms', () => import('./terms-page')),
  page('/returns', () => import('./returns-page')),
  page('/warranty', () => import('./warranty-page')),
  page('/gift-cards', () => import('./gift-cards/gift-cards-page')),
  page('/age-verification', () => import('./age-verification-page')),
]

export default routes
