import { shop } from '@shop/settings'
import type { ShopData } from './shop-data'

/** Title, description and status of a page, as its HTML has them before any script runs. */
export interface PageMetadata {
  /** 503 while the backend cannot be reached to look the page up; 301 with `location` for a former address. */
  status: 200 | 301 | 404 | 503
  /** The present path of what has moved. */
  location?: string
  title: string
  description: string
  image: string | null
  /** False for `noindex`. */
  index: boolean
}

const withShopName = (title: string) => `${title} | ${shop.name}`
const page = (title: string, description: string, index = true): PageMetadata => ({
  status: 200,
  title: withShopName(title),
  description,
  image: null,
  index,
})

const pages: Record<string, PageMetadata> = {
  '/': {
    status: 200,
    title: `${shop.name}: ${shop.tagline}`,
    description: shop.description,
    image: null,
    index: true,
  },
  '/products': page(
    'Shop All',
    'Every object of the house: accessories, intimate wellness and luxury toys, sent in plain parcels.',
  ),
  '/categories': page('Categories', 'Accessories, intimate wellness and luxury toys by Aurelle & Moss.'),
  '/search': page('Search', 'Find an object of the house by its name, material or kind.', false),
  '/about': page(
    'About',
    'The house of Aurelle & Moss: intimacy, privacy and discretion, premium quality, innovation.',
  ),
  '/contact': page('Contact', 'Write to us. We reply within 1-2 business days.'),
  '/faq': page('FAQ', 'Materials, packaging, delivery, care, payment and returns, answered.'),
  '/shipping': page(
    'Shipping Information',
    'Standard, express and next day delivery within the UK, in plain parcels.',
  ),
  '/privacy': page('Privacy Policy', 'What we keep, why, and your rights.'),
  '/discretion': page('Discreet Shipping', 'Plain packaging and a neutral name on your statement.'),
  '/terms': page('Terms', 'The terms on which we sell and deliver.'),
  '/returns': page('Returns', 'Returns, defects and your right to cancel.'),
  '/warranty': page('Warranty', 'What we stand for after you have bought.'),
  '/gift-cards': page('Gift cards', 'A gift that says nothing on the outside.'),
  '/track-order': page(
    'Track Your Order',
    'See where your parcel is, by order number and the e-mail or postcode of the order.',
  ),
  '/age-verification': page('Age Verification', 'This shop is for adults of 18 and over.'),
  '/wishlist': page('Wishlist', 'What you have set aside.', false),
  '/cart': page('Cart', 'Your cart.', false),
  '/checkout': page('Checkout', 'Contact, delivery address and shipping method.', false),
  '/checkout/payment': page('Payment', 'Pay for your order.', false),
  '/checkout/success': page('Order confirmed', 'Your order is confirmed.', false),
  '/auth': page('Sign In', 'Sign in or create an account.', false),
  '/auth/link': page('Your link', 'Where the links in our letters about your account lead.', false),
  '/auth/forgot': page('Forgot your password?', 'Choose a new password.', false),
  '/auth/new-password': page('New password', 'Choose a new password.', false),
  '/account/profile': page('Profile', 'Your name, phone number and what we may write to you.', false),
  '/account/addresses': page('Addresses', 'Where your orders go.', false),
  '/account/security': page('Sign-in and devices', 'Your password, email address and devices.', false),
  '/account/privacy': page('Your data', 'A copy of your data, and deleting your account.', false),
  '/account': page('Account', 'Your account.', false),
  '/account/orders': page('My Orders', 'Your orders.', false),
  '/orders': page('My Orders', 'Your orders.', false),
  '/review': page('Write a review', 'What do you think of your order?', false),
  '/receipt': page('Receipt', 'The receipt of your order.', false),
  '/create-account': page('Create Account', 'Create an account after your purchase.', false),
}

// The server knows neither the screens of the back office nor who may open them, so none of them is a 404 here.
const backOffice = page('Admin Portal', 'Restricted access only', false)

const notFound = (title: string): PageMetadata => ({
  status: 404,
  title: withShopName(title),
  description: shop.description,
  image: null,
  index: false,
})

/** Paths of the sitemap, except products and categories. */
export const indexedPaths = Object.entries(pages)
  .filter(([, metadata]) => metadata.index)
  .map(([path]) => path)

const subjects = {
  products: { kind: 'product', missing: 'Product Not Found' },
  categories: { kind: 'category', missing: 'Category Not Found' },
} as const

async function subjectMetadata(
  list: keyof typeof subjects,
  slug: string,
  data: ShopData,
): Promise<PageMetadata> {
  const { kind, missing } = subjects[list]
  try {
    const subject = await data[kind](slug)
    if (!subject) {
      const present = await data.movedTo(kind, slug)
      const page = notFound(missing)
      return present === null ? page : { ...page, status: 301, location: `/${list}/${present}` }
    }
    return { ...page(subject.name, subject.description ?? shop.description), image: subject.image }
  } catch {
    // The backend cannot be reached: the page shows that and offers a retry; a search engine retries later.
    return { ...page(shop.name, shop.description, false), status: 503 }
  }
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** Metadata of a path. Products and categories are looked up: a former address is a 301, a missing one a 404 with its own title. */
export async function metadataOf(pathname: string, data: ShopData): Promise<PageMetadata> {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  const fixedPage = pages[path]
  if (fixedPage) return fixedPage
  if (/^\/account\/orders\/[^/]+\/receipt$/.test(path))
    return page('Receipt', 'The receipt of your order.', false)
  const [, kind, slug, rest] = path.split('/')
  if (kind === 'admin') return backOffice
  if (slug && rest === undefined) {
    if (kind === 'products' || kind === 'categories') return subjectMetadata(kind, decoded(slug), data)
  }
  return notFound('Page not found')
}
