import { customerTerms, returnRules } from '@shop/settings/customer-terms'
import type { Coverage } from '@shop/pricing'
import { ifOrderedInTime, type MethodOffer } from '../delivery/delivery-terms'

/** A question, its answer in plain text, and a link to more. */
export interface Question {
  question: string
  answer: string
  more?: { to: string; label: string }
}

/** "Standard delivery takes 5-7 business days and is free from £25 before VAT (under £25 pay £3.99)". */
function offered({ name, days, price, freeFrom, deadline }: MethodOffer): string {
  const charged = price === 'Free' ? ' and is free' : ` for ${price}`
  const cost =
    freeFrom === null ? charged : ` and is free from ${freeFrom} before VAT (under ${freeFrom} pay ${price})`
  return `${name} delivery takes ${days}${cost}${deadline && ` ${ifOrderedInTime(deadline)}`}.`
}

const places: Record<Coverage, string> = {
  uk: 'We ship to the UK and the Isle of Man only. The times and prices given here are for mainland UK only; the shipping page has those for Northern Ireland, the Highlands and the islands.',
  mainland: 'We ship to mainland UK addresses only.',
}

/**
 * The ten questions.
 *
 * @param offers what can be had, as the database has it
 * @param coverage the setting `delivery.coverage`
 */
export function questions(offers: readonly MethodOffer[], coverage: Coverage): Question[] {
  return [
    {
      question: 'What materials do you use?',
      answer:
        'Body-safe, non-porous ones wherever a piece touches the skin: platinum-cure silicone, glass, stainless steel and glazed ceramic. Textiles are silk and cotton; candles and oils are plant-based. Every product page lists the materials.',
      more: { to: '/products', label: 'See the collection' },
    },
    {
      question: 'How is my order packaged?',
      answer:
        'In a plain, unmarked parcel with a neutral return address. Nothing on the outside says what’s inside or who sent it.',
      more: { to: '/discretion', label: 'How discreet shipping works' },
    },
    {
      question: 'Where do you ship to?',
      answer: places[coverage],
      more: { to: '/shipping', label: 'Shipping information' },
    },
    {
      question: 'How long does shipping take?',
      answer: [`We dispatch within ${customerTerms.dispatch}.`, ...offers.map(offered)].join(' '),
      more: { to: '/shipping', label: 'Shipping information' },
    },
    {
      question: 'How do I track my parcel?',
      answer:
        'Every delivery is tracked. On Track Your Order, enter your order number (it starts with AM) and the email address or postcode you ordered with.',
      more: { to: '/track-order', label: 'Track Your Order' },
    },
    {
      question: 'How do I care for my pieces?',
      answer:
        'Wash silicone, glass and steel with warm water and mild soap before and after use, leave them to air-dry, and store them separately in their pouches. Use only water-based products with silicone. Hand-wash silk in cool water. Each product page has full instructions.',
    },
    {
      question: 'Are they waterproof?',
      answer:
        'Waterproof pieces say so in their details, for example “Waterproof (IPX7)”, which means up to one metre of water for thirty minutes. Please keep everything else out of the bath.',
    },
    {
      question: 'How can I pay?',
      answer:
        'You pay in pounds sterling at the end of the checkout, once you have seen the full total. A neutral name appears on your bank statement. We never receive or store full card numbers.',
    },
    {
      question: 'Can I return something?',
      answer: Object.values(returnRules).join(' '),
      more: { to: '/returns', label: 'Returns' },
    },
    {
      question: 'How do I contact you?',
      answer: `Use the contact form or email us. We reply within ${customerTerms.reply}.`,
      more: { to: '/contact', label: 'Contact' },
    },
  ]
}
