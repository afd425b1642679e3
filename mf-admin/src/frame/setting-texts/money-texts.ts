import type { SettingKey, SettingTexts } from './setting-text'

/** Settings that decide about money; they need a right of their own. */
export type MoneyKey = Extract<SettingKey, `pricing.${string}` | `payment.${string}` | `revenue.${string}`>

/** What staff are told about settings of money. */
export const moneyTexts: SettingTexts<MoneyKey> = {
  'pricing.factor': {
    subject: 'prices',
    label: 'Basket price',
    text: 'The share of the stored price that shoppers pay. Lists, cart, checkout and payment show it; the page of a product and of a category show the stored price.',
    as: 'percent',
  },
  'pricing.showVatInclusive': {
    subject: 'prices',
    label: 'Prices with VAT',
    text: 'Stored prices are without VAT, which is added in the checkout. Shoppers in the UK must be shown the price with VAT.',
    readings: {
      true: {
        title: 'Beside every price',
        detail: 'Each price is followed by the same price with VAT, as the law requires for consumers.',
      },
      false: {
        title: 'In the cart only',
        detail: 'Prices stand alone; VAT is a line of the totals in cart and checkout.',
      },
    },
  },
  'pricing.lead': {
    subject: 'prices',
    label: 'Large figure',
    text: 'Which figure of a price is the large one, on cards, product pages and lines of the cart. The others stand beneath it in small print.',
    readings: {
      charged: {
        title: 'What is charged',
        detail:
          'The basket price with VAT: the amount that shoppers pay for one piece, the same on every page.',
      },
      specified: {
        title: 'The price of each page',
        detail:
          'Lists and cart lead with the basket price, pages of products and categories with the stored price, both before VAT.',
      },
    },
  },
  'payment.provider': {
    subject: 'payment',
    label: 'Who takes payments',
    text: 'Where shoppers pay for orders and gift cards.',
    readings: {
      none: {
        title: 'Nobody',
        detail: 'The shop can be looked at, but nothing can be bought.',
      },
      simulated: {
        title: 'Simulated',
        detail: 'Every payment succeeds after two seconds and no money moves. For demonstrations only.',
      },
      stripe: {
        title: 'Stripe',
        detail:
          'Shoppers pay on Stripe’s page. The web server needs its keys: without them it will not start again.',
      },
    },
  },
  'revenue.basis': {
    subject: 'office',
    label: 'Orders that count as revenue',
    text: 'The dashboard adds up the orders that have this status. What was paid is shown beside it in any case.',
    readings: {
      completed: {
        title: 'Completed',
        detail: 'Delivered 14 days ago, so that a return has become unlikely.',
      },
      delivered: {
        title: 'Delivered',
        detail: 'The parcel has arrived, and the order is not yet completed.',
      },
      shipped: { title: 'Shipped', detail: 'The parcel is on its way.' },
      processing: { title: 'Processing', detail: 'The order is being packed.' },
      pending: { title: 'Pending', detail: 'Nobody has started on the order yet.' },
    },
  },
}
