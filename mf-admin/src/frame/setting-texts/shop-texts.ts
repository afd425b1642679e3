import type { SettingKey, SettingTexts } from './setting-text'

type ShopKey = Extract<
  SettingKey,
  | `business.${string}`
  | `cart.${string}`
  | `checkout.${string}`
  | `shipping.${string}`
  | `delivery.${string}`
  | `stock.${string}`
>

/** What staff are told about the business, selling and delivering. */
export const shopTexts: SettingTexts<ShopKey> = {
  'business.name': {
    subject: 'business',
    label: 'Name',
    text: 'The seller on invoices, order confirmations and the cancellation form, and at the foot of every email.',
  },
  'business.address': {
    subject: 'business',
    label: 'Address',
    text: 'The geographical address of the business, on one line. It stands on invoices and in emails.',
  },
  'business.email': {
    subject: 'business',
    label: 'Email',
    text: 'Where customers write to. Invoices, emails and the pages of contact and privacy name it.',
  },
  'business.vatNumber': {
    subject: 'business',
    label: 'VAT number',
    text: 'GB or XI and nine digits, on order confirmations and invoices. While it is empty they leave it out.',
  },
  'cart.maxQuantity': {
    subject: 'checkout',
    label: 'Most of one product',
    text: 'How many pieces of one product a cart takes.',
    unit: 'pieces',
  },
  'checkout.requireSignIn': {
    subject: 'checkout',
    label: 'Who may check out',
    text: 'Whether shoppers need an account to buy.',
    readings: {
      false: {
        title: 'Everybody',
        detail: 'Guests buy with their email address and may create an account afterwards.',
      },
      true: {
        title: 'Account holders only',
        detail: 'Cart, checkout and payment ask visitors to sign in first.',
      },
    },
  },
  'checkout.reminder': {
    subject: 'checkout',
    label: 'Email about unfinished checkouts',
    text: 'One email for a checkout, at most one in 30 days to a person, none to whoever has bought since or declined it. The law asks that the checkout says so and can decline it: while this is not off, it does.',
    readings: {
      off: { title: 'Off', detail: 'Nobody gets such an email, and the checkout says nothing of it.' },
      by_hand: { title: 'By hand', detail: 'Staff send it from the list of abandoned checkouts.' },
      automatic: { title: 'Automatic', detail: 'It is sent once a checkout counts as abandoned.' },
    },
  },
  'checkout.reminderHours': {
    subject: 'checkout',
    label: 'Abandoned after',
    text: 'How long after its start an unpaid checkout counts as abandoned.',
    unit: 'hours',
  },
  'shipping.fallback': {
    subject: 'delivery',
    label: 'Estimated delivery price',
    text: 'Shown in the cart until a method is chosen. It is never charged: the methods of delivery have their own prices.',
    as: 'pounds',
  },
  'shipping.unmatchedZone': {
    subject: 'delivery',
    label: 'Postcodes in no zone',
    text: 'What happens to a valid UK postcode that none of the delivery zones lists.',
    readings: {
      first: { title: 'First zone', detail: 'It is delivered at the price of the first zone.' },
      reject: { title: 'Refused', detail: 'The checkout says that we do not deliver there.' },
    },
  },
  'shipping.invalidJson': {
    subject: 'delivery',
    label: 'Mistakes in a shipping rule',
    text: 'What the form of a shipping rule does with conditions or actions that cannot be read. They are never saved.',
    readings: {
      reported: { title: 'Named', detail: 'The line and the reason stand beside the field.' },
      ignored: { title: 'Ignored', detail: 'The last conditions and actions that could be read stay.' },
    },
  },
  'delivery.coverage': {
    subject: 'delivery',
    label: 'Where we deliver',
    text: 'Which postcodes the checkout accepts, and what the delivery and terms pages say.',
    readings: {
      uk: {
        title: 'The whole UK',
        detail: 'Mainland, Northern Ireland and the islands, at the prices of the delivery zones.',
      },
      mainland: {
        title: 'Mainland only',
        detail:
          'Nothing is sold to Northern Ireland, the islands or forces addresses, whatever the zones say.',
      },
    },
  },
  'stock.lowMax': {
    subject: 'stock',
    label: '“Low Stock” in the shop',
    text: 'Shoppers see “Low Stock” from one piece up to this number.',
    unit: 'pieces',
  },
  'stock.adminLowBelow': {
    subject: 'stock',
    label: 'Low in the product list',
    text: 'The list of products marks stock below this number in red, and its filter “Low stock” finds it.',
    unit: 'pieces',
  },
}
