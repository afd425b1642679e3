/** A place in the shop and what it is called. */
export interface Place {
  to: string
  label: string
}

/** The header's and the menu's own places. */
export const mainPlaces: readonly Place[] = [
  { to: '/products', label: 'Shop All' },
  { to: '/categories', label: 'Categories' },
  { to: '/about', label: 'About' },
  { to: '/faq', label: 'FAQ' },
  { to: '/contact', label: 'Contact' },
]

/** The footer's columns. */
export const footerPlaces: readonly { title: string; places: readonly Place[] }[] = [
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
    title: 'The house',
    places: [
      { to: '/about', label: 'About' },
      { to: '/privacy', label: 'Privacy' },
      { to: '/terms', label: 'Terms' },
      { to: '/discretion', label: 'Discreet shipping' },
      { to: '/age-verification', label: 'Age verification' },
    ],
  },
]
