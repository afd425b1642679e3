import { defineRoutes, type ShopRoute, type StaticPage } from '@shop/router'
import { informationPages, type InformationPath } from './pages'

// The browser's build leaves out what only servers need.
const onServer = typeof document === 'undefined'

const page = (path: InformationPath, lazy: ShopRoute['lazy'], more: Partial<StaticPage> = {}): ShopRoute => {
  const { title, description } = informationPages[path]
  return { path, crumb: title, page: onServer && { title, description, ...more }, lazy }
}

/** The outcome of a form sent without scripts, as far as it has the form of one: the page itself reads it. */
const outcomeIn = (search: URLSearchParams) =>
  new URLSearchParams(
    [...search].filter(
      ([name, value]) =>
        (name === 'sent' && value === '1') || (name === 'refused' && /^[a-z,-]{1,99}$/.test(value)),
    ),
  )

/** A page that tells what delivery costs. */
const deliveryPage = (path: InformationPath, lazy: ShopRoute['lazy']): ShopRoute => ({
  ...page(path, lazy),
  // Loaded with the page: it needs the code that prices delivery.
  loader: async (...args) => (await import('./delivery/delivery-terms')).loadDeliveryTerms(...args),
})

/** Routes of the information pages, each loaded when it is opened. */
export default defineRoutes([
  page('/about', () => import('./about-page')),
  page('/contact', () => import('./contact/contact-page'), onServer ? { reads: outcomeIn } : {}),
  deliveryPage('/faq', () => import('./faq/faq-page')),
  deliveryPage('/shipping', () => import('./shipping-page')),
  page('/privacy', () => import('./privacy-page')),
  deliveryPage('/discretion', () => import('./discretion-page')),
  page('/terms', () => import('./terms-page')),
  page('/returns', () => import('./returns-page')),
  page('/warranty', () => import('./warranty-page')),
  page('/gift-cards', () => import('./gift-cards/gift-cards-page')),
  page('/age-verification', () => import('./age-verification-page')),
])
