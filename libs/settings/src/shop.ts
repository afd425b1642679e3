/** Facts about the shop that are not configurable. */
export const shop = {
  name: 'Aurelle & Moss',
  tagline: 'Quiet objects for private hours.',
  description:
    'Objects for intimate wellness in stone, glass, silk and candlelight. Plain parcels, UK delivery, adults only.',
  keywords: ['intimate wellness', 'silk', 'body-safe', 'discreet delivery', 'UK'],
  currency: 'GBP',
  locale: 'en-GB',
  copyrightYear: 2024,
  minimumAge: 18,
} as const
