import { shop } from '@shop/settings'
import type { OnlineStore, SearchAction, WebSite, WithActionConstraints } from 'schema-dts'

/** Structured data of the shop (schema.org). @param email of customer service */
export const organizationSchema = (email: string): Exclude<OnlineStore, string> => ({
  '@type': 'OnlineStore',
  '@id': '/#house',
  name: shop.name,
  slogan: shop.tagline,
  description: shop.description,
  url: '/',
  logo: '/media/icon-512.png',
  image: '/media/og.jpg',
  email,
  areaServed: 'GB',
  knowsLanguage: shop.locale,
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    email,
    url: '/contact',
    areaServed: 'GB',
    availableLanguage: 'en',
  },
})

const search: WithActionConstraints<SearchAction> = {
  '@type': 'SearchAction',
  target: { '@type': 'EntryPoint', urlTemplate: '/search?q={search_term_string}' },
  'query-input': 'required name=search_term_string',
}

/** Structured data of the site and its search. */
export const websiteSchema: Exclude<WebSite, string> = {
  '@type': 'WebSite',
  name: shop.name,
  url: '/',
  inLanguage: shop.locale,
  publisher: { '@id': '/#house' },
  potentialAction: search,
}
