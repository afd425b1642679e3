/** A link to a page of the shop. */
export interface ShopLink {
  to: string
  label: string
}

/** Id of the header's navigation, which is the menu of narrow windows without scripts. */
export const mainNavId = 'main-nav'

/** Links of the header and the menu. */
export const mainLinks: readonly ShopLink[] = [
  { to: '/products', label: 'Shop All' },
  { to: '/categories', label: 'Categories' },
  { to: '/about', label: 'About' },
  { to: '/faq', label: 'FAQ' },
  { to: '/contact', label: 'Contact' },
]

/** What the menu of narrow windows adds to them. */
export const menuLinks: readonly ShopLink[] = [
  { to: '/gift-cards', label: 'Gift cards' },
  { to: '/track-order', label: 'Track order' },
  { to: '/search', label: 'Search' },
  { to: '/wishlist', label: 'Wishlist' },
  { to: '/cart', label: 'Cart' },
]

/** The footer's columns. */
export const footerColumns: readonly { title: string; places: readonly ShopLink[] }[] = [
  {
    title: 'Shop',
    places: [
      { to: '/products', label: 'Shop All' },
      { to: '/categories', label: 'Categories' },
      { to: '/gift-cards', label: 'Gift cards' },
    ],
  },
  {
    title: 'Help',
    places: [
      { to: '/contact', label: 'Contact' },
      { to: '/faq', label: 'FAQ' },
      { to: '/shipping', label: 'Shipping' },
      { to: '/returns', label: 'Returns' },
      { to: '/warranty', label: 'Warranty' },
      { to: '/track-order', label: 'Track order' },
    ],
  },
  {
    title: 'About us',
    places: [
      { to: '/about', label: 'About' },
      { to: '/privacy', label: 'Privacy' },
      { to: '/terms', label: 'Terms' },
      { to: '/discretion', label: 'Discreet shipping' },
      { to: '/age-verification', label: 'Age verification' },
    ],
  },
]
