import { formatPence, plusVat, unitPence, type Pence, type Surface } from './money'

/** The settings of the section `pricing`. */
export interface PriceTerms {
  /** Of VAT, as a share: 0.2. */
  vatRate: number
  factor: number
  showVatInclusive: boolean
  lead: 'charged' | 'specified'
}

/** A price as pages show it: one large figure, the others in small print beneath. */
export interface PriceFigures {
  primary: string
  /** The note beside the large figure: "incl. VAT". */
  suffix?: string
  /** The previous price, on the same terms as the large figure. */
  was?: string
  /** Small lines with the other figures. */
  notes: string[]
}

/** The stored prices of a piece. */
export interface Priced {
  storedPence: Pence
  /** The previous price; null where it must not be shown. */
  wasPence?: Pence | null
  /** Whether some variants cost more. */
  isFrom?: boolean
}

/** The prices of a line: as charged, before VAT. */
export interface PricedLine {
  linePence: Pence
  quantity: number
  /** Left out, the small print does not name it. */
  unitPence?: Pence
}

/**
 * The previous price on a surface, by the same factor as the current one; null if there is none or rounding makes
 * both equal.
 */
export function wasUnitPence(
  { storedPence, wasPence = null }: Priced,
  surface: Surface,
  factor: number,
): Pence | null {
  if (wasPence === null) return null
  const was = unitPence(wasPence, surface, factor)
  return was > unitPence(storedPence, surface, factor) ? was : null
}

const inclusive = 'incl. VAT'
const exclusive = 'excl. VAT'

/**
 * The figures of a piece on a surface. With `pricing.lead` 'charged' the large one is what one piece costs at the checkout,
 * VAT included; with 'specified' it is the surface's own.
 */
export function priceFigures(priced: Priced, surface: Surface, terms: PriceTerms): PriceFigures {
  const { factor, showVatInclusive, lead, vatRate } = terms
  const money = (pence: Pence) => (priced.isFrom ? 'from ' : '') + formatPence(pence)
  const shown = unitPence(priced.storedPence, surface, factor)
  const basket = unitPence(priced.storedPence, 'cart', factor)
  const isOther = basket !== shown
  if (lead === 'charged') {
    const paid = (pence: Pence) => (showVatInclusive ? plusVat(pence, vatRate) : pence)
    const was = wasUnitPence(priced, 'cart', factor)
    const list = isOther ? [`list price ${money(shown)} ${exclusive}`] : []
    return {
      primary: money(paid(basket)),
      suffix: showVatInclusive ? inclusive : exclusive,
      ...(was !== null && { was: formatPence(paid(was)) }),
      notes: showVatInclusive
        ? [[`${money(basket)} ${exclusive}`, ...list].join(' · ')]
        : list.map((note) => note.replace('list', 'List')),
    }
  }
  const was = wasUnitPence(priced, surface, factor)
  const inBasket = `In your basket: ${money(basket)}`
  return {
    primary: money(shown),
    ...(was !== null && { was: formatPence(was) }),
    notes: [
      ...(showVatInclusive ? [`${money(plusVat(shown, vatRate))} ${inclusive}`] : []),
      ...(isOther
        ? [showVatInclusive ? `${inBasket} (${money(plusVat(basket, vatRate))} ${inclusive})` : inBasket]
        : []),
    ],
  }
}

/** The figures of a line of a cart or an order. */
export function lineFigures(
  { linePence, quantity, unitPence: unit }: PricedLine,
  terms: PriceTerms,
): PriceFigures {
  const line = formatPence(linePence)
  const each = quantity > 1 && unit !== undefined ? `${formatPence(unit)} each` : ''
  if (!terms.showVatInclusive) return { primary: line, notes: each ? [each] : [] }
  const paid = formatPence(plusVat(linePence, terms.vatRate))
  return terms.lead === 'charged'
    ? { primary: paid, suffix: inclusive, notes: [`${line} ${exclusive}${each && ` (${each})`}`] }
    : { primary: line, notes: [`${paid} ${inclusive}`, ...(each ? [each] : [])] }
}
