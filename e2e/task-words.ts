/** The names by which the ten tasks find what they press and fill: where the shop's words change, they change here. */
export const words = {
  adult: 'I am 18 or older',
  menu: 'Menu',
  /** Links that the menu of narrow windows has; everything else is found in the header or the footer. */
  inMenu: ['Contact', 'Gift cards', 'Track order'],
  /** Whether that menu opens in a browser without scripts. */
  menuWithoutScripts: true,
  search: 'Search',
  searchField: 'Search products',

  filters: 'Sort and filter',
  category: 'Category',
  sort: 'Sort by',
  cheapestFirst: /low to high/i,
  /** The button that applies the filters without scripts. */
  showFiltered: /^Show\b/,

  sizeGuide: 'Size guide',
  showChoice: 'Show this choice',
  addToCart: 'Add to cart',
  notes: 'Notifications',
  added: 'Item has been added to your cart.',
  /** The links and buttons from a product that was just added to the checkout, in order. */
  toCheckout: ['Checkout'],
  /** The note is far away by Tab, and gone before one is there. */
  toCheckoutByKeyboard: [/^Cart, 1 item/, 'Checkout'],
  /** Without scripts the cart is changed by a field and a button. */
  changeQuantity: /^Change quantity of Atelier Gift Box/,
  more: 'Increase quantity',

  orderSummary: /^Order summary/,
  email: /^Email( address)?$/i,
  firstName: 'First name',
  lastName: 'Last name',
  line1: 'Address line 1',
  city: /^(City|Town or city)$/i,
  postcode: /^(Postal code|Postcode)$/i,
  standard: /^Standard/,
  giftCard: 'Gift card',
  applyCard: /^Apply gift card/,
  appliedCard: /^Remove gift card/,
  continue: 'Continue to Payment',
  pay: /^(Pay £|Place order)/,
  thanks: /^Thank you/,

  track: 'Track order',
  orderNumber: /^Order number/,
  contactOfOrder: /^Email or postcode/i,
  trackButton: 'Track',

  details: /^View Details/,
  returnItems: /^Return items/,
  whyBack: /^(Why .* comes back|Reason for returning .*)$/,
  changedMind: /changed my mind/i,
  sealed: /^Yes/,
  requestReturn: 'Request return',
  returnRequested: 'Return requested',

  contact: 'Contact',
  fullName: 'Full name',
  subject: 'Subject',
  message: /^Message/,
  sendMessage: 'Send Message',
  messageSent: 'Message Sent!',

  giftCards: 'Gift cards',
  amount: /^Amount/,
  recipient: /^Recipient['’]s email/i,
  yourFirstName: 'Your first name',
  yourLastName: 'Your last name',
  yourEmail: /^Your email/i,
} as const
