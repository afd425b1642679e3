/** Carriers of the United Kingdom by name, with the page that follows a parcel; `{number}` stands for its tracking number. */
const pages: Readonly<Record<string, string>> = {
  'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  Parcelforce: 'https://www.parcelforce.com/track-trace?trackNumber={number}',
  DPD: 'https://www.dpd.co.uk/apps/tracking/?reference={number}',
  Evri: 'https://www.evri.com/track/parcel/{number}',
  Yodel: 'https://www.yodel.co.uk/tracking/{number}',
  DHL: 'https://www.dhl.com/gb-en/home/tracking.html?tracking-id={number}',
  UPS: 'https://www.ups.com/track?tracknum={number}',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr={number}',
}

/** The carriers that staff choose from. */
export const carriers: readonly string[] = Object.keys(pages)

/**
 * The carrier's page for a parcel; null for a carrier that is not on the list, or without a number.
 * @param carrier as stored; its case does not matter
 */
export function trackingLink(carrier: string | null, trackingNumber: string | null): string | null {
  const wanted = carrier?.trim().toLowerCase()
  const number = trackingNumber?.replaceAll(/\s/g, '')
  const page = Object.entries(pages).find(([name]) => name.toLowerCase() === wanted)?.[1]
  return page && number ? page.replace('{number}', () => encodeURIComponent(number)) : null
}
