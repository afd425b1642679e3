import { defineRoutes, lazyAction, loadCode, type ShopRoute } from '@shop/router'
import { informationPages, type InformationPath } from './pages'

// The browser's build leaves out what only servers need.
const onServer = typeof document === 'undefined'

/** Words by which shoppers search for a page, beside its title. */
const searchWords: Readonly<Record<InformationPath, string>> = {
  '/about': 'about us our story values company who we are brand',
  '/contact':
    'contact us help support email phone telephone call write message customer service chat complaint',
  '/faq': 'questions answers help frequently asked care payment',
  '/shipping':
    'shipping delivery postage deliver deliveries post courier dispatch arrive how long take days next day express standard free northern ireland islands international abroad cost price times options uk',
  '/privacy': 'privacy personal data gdpr cookies policy information',
  '/discretion':
    'discreet discretion plain packaging delivery parcel anonymous private unmarked billing bank statement name neighbours secret',
  '/terms': 'terms conditions of sale service legal policy',
  '/returns':
    'return refund refunds send back money exchange cancel cancellation change mind wrong unwanted policy order',
  '/warranty': 'guarantee warranty repair broken fault faulty defect not working stopped replacement',
  '/gift-cards': 'gift card cards voucher vouchers present certificate egift balance redeem code',
  '/age-verification': 'age verification over 18 adults only proof id check',
}

const page = (path: InformationPath, lazy: ShopRoute['lazy']): ShopRoute => {
  const { title, description } = informationPages[path]
  const search = searchWords[path]
  return { path, crumb: title, page: onServer && { title, description, search }, lazy }
}

/** A page that tells what delivery costs. */
const deliveryPage = (path: InformationPath, lazy: ShopRoute['lazy']): ShopRoute => ({
  ...page(path, lazy),
  // Loaded with the page: it needs the code that prices delivery.
  loader: async (...args) =>
    (await loadCode(() => import('./delivery/delivery-terms'))).loadDeliveryTerms(...args),
})

/** Routes of the information pages, each loaded when it is opened; the short ones of rules share a chunk. */
export default defineRoutes([
  page('/about', () => import('./about-page')),
  {
    ...page('/contact', () => import('./contact/contact-page')),
    action: onServer && lazyAction(() => import('./contact/contact-action')),
  },
  deliveryPage('/faq', () => import('./faq/faq-page')),
  deliveryPage('/shipping', () => import('./shipping-page')),
  page('/privacy', () => import(/* webpackChunkName: "rules" */ './privacy-page')),
  deliveryPage('/discretion', () => import('./discretion-page')),
  page('/terms', () => import(/* webpackChunkName: "rules" */ './terms-page')),
  page('/returns', () => import(/* webpackChunkName: "rules" */ './returns-page')),
  page('/warranty', () => import(/* webpackChunkName: "rules" */ './warranty-page')),
  page('/gift-cards', () => import('./gift-cards/gift-cards-page')),
  page('/age-verification', () => import(/* webpackChunkName: "rules" */ './age-verification-page')),
])
