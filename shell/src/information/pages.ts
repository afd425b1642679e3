import { customerTerms } from '@shop/settings/customer-terms'

/** Metadata of an information page. */
export interface InformationPageMetadata {
  title: string
  description: string
  keywords: readonly string[]
}

/** The information pages by their paths. */
export const informationPages = {
  '/about': {
    title: 'About',
    description:
      'The house of Aurelle & Moss: intimacy, privacy and discretion, premium quality, innovation.',
    keywords: ['about', 'luxury intimate wellness', 'values', 'quality'],
  },
  '/contact': {
    title: 'Contact',
    description: `Send us a message. We reply within ${customerTerms.reply}.`,
    keywords: ['contact', 'help', 'support'],
  },
  '/faq': {
    title: 'FAQ',
    description: 'Materials, packaging, delivery, care, payment and returns, answered.',
    keywords: ['questions', 'materials', 'packaging', 'delivery', 'care', 'payment', 'returns', 'waterproof'],
  },
  '/shipping': {
    title: 'Shipping Information',
    description: 'Standard, express and next day delivery within the UK, in plain parcels.',
    keywords: ['shipping', 'UK delivery', 'express', 'next day', 'tracking', 'plain parcels'],
  },
  '/privacy': {
    title: 'Privacy Policy',
    description: 'What we keep, why, and your rights.',
    keywords: ['privacy', 'personal data', 'rights'],
  },
  '/discretion': {
    title: 'Discreet Shipping',
    description: 'Plain packaging and a neutral name on your statement.',
    keywords: ['discreet shipping', 'plain packaging', 'discreet billing'],
  },
  '/terms': {
    title: 'Terms',
    description: 'The terms on which we sell and deliver.',
    keywords: ['terms of service', 'conditions of sale'],
  },
  '/returns': {
    title: 'Returns',
    description: 'Returns, defects and your right to cancel.',
    keywords: ['returns', 'refunds', 'defects', 'right to cancel'],
  },
  '/warranty': {
    title: 'Warranty',
    description: `Everything we sell is guaranteed for ${String(customerTerms.guaranteeYears)} years.`,
    keywords: ['warranty', 'repair', 'faults', 'consumer rights'],
  },
  '/gift-cards': {
    title: 'Gift cards',
    description: 'A gift that says nothing on the outside.',
    keywords: ['gift cards', 'discreet gift'],
  },
  '/age-verification': {
    title: 'Age Verification',
    description: 'This shop is for adults of 18 and over.',
    keywords: ['age verification', '18+', 'adults only'],
  },
} satisfies Record<string, InformationPageMetadata>

/** The path of an information page. */
export type InformationPath = keyof typeof informationPages
