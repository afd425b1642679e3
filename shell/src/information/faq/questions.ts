import type { Coverage } from '@shop/pricing'
import type { MethodOffer } from '../delivery/delivery-terms'

/** A question, its answer in plain text, and a link to more. */
export interface Question {
  question: string
  answer: string
  more?: { to: string; label: string }
}

/** "Standard delivery takes 5-7 business days and is free from £25 (under £25 pay £3.99)". */
function offered({ name, days, price, isFree, deadline }: MethodOffer, from: string): string {
  const cost = isFree ? ` and is free from ${from} (under ${from} pay ${price})` : ` for ${price}`
  return `${name} delivery takes ${days}${cost}${deadline && ` if you o${deadline.slice(1)}`}.`
}

const places: Record<Coverage, string> = {
  uk: 'We ship within the UK only, and our standard service is for mainland UK only. What we offer beyond the mainland is told on the shipping page.',
  mainland: 'We ship to mainland UK addresses only.',
}

/**
 * The ten questions.
 *
 * @param offers what can be had, as the database has it
 * @param freeFrom subtotal in pounds from which delivery is free where it is
 * @param coverage the setting `delivery.coverage`
 */
export function questions(offers: readonly MethodOffer[], freeFrom: number, coverage: Coverage): Question[] {
  const from = `£${String(freeFrom)}`
  return [
    {
      question: 'What materials do you use?',
      answer:
        'Body-safe, non-porous ones wherever an object touches the skin: platinum-cure silicone, glass, stainless steel, glazed ceramic. Textiles are silk and cotton; candles and oils are plant-based. Every object lists its materials on its own page.',
      more: { to: '/products', label: 'See the objects' },
    },
    {
      question: 'How is my order packaged?',
      answer:
        'In a plain, unmarked parcel with a neutral return address. Nothing on the outside says what is inside or who sent it.',
      more: { to: '/discretion', label: 'How discreet shipping works' },
    },
    {
      question: 'Where do you ship to?',
      answer: places[coverage],
      more: { to: '/shipping', label: 'Shipping information' },
    },
    {
      question: 'How long does shipping take?',
      answer: ['We dispatch within 1-2 business days.', ...offers.map((offer) => offered(offer, from))].join(
        ' ',
      ),
      more: { to: '/shipping', label: 'Shipping information' },
    },
    {
      question: 'How do I follow my parcel?',
      answer:
        'Every delivery is tracked. Enter your order number, which starts with AM, and the email address or postcode of the order on the page Track Your Order.',
    },
    {
      question: 'How do I care for my objects?',
      answer:
        'Wash silicone, glass and steel with warm water and mild soap before and after use, let them dry in the air, and store them apart in their pouches. With silicone use water-based products only. Silk is washed by hand, cool. Each page has the details.',
    },
    {
      question: 'Are they waterproof?',
      answer:
        'Those that are say so among their features, for example "Waterproof (IPX7)", which means up to one metre of water for thirty minutes. Everything else should be kept out of the bath.',
    },
    {
      question: 'How can I pay?',
      answer:
        'You pay in pounds sterling at the end of the checkout, after you have seen the full total. A neutral name appears on your statement. We never receive or store full card numbers.',
    },
    {
      question: 'Can I return something?',
      answer:
        'There are no returns on opened items, for reasons of hygiene. Defects must be reported within 7 days of delivery. Sealed goods may be cancelled within 14 days. Your statutory rights are not affected.',
      more: { to: '/returns', label: 'Returns' },
    },
    {
      question: 'How do I reach you?',
      answer: 'By the contact form or by e-mail. We reply within 1-2 business days.',
      more: { to: '/contact', label: 'Contact' },
    },
  ]
}
