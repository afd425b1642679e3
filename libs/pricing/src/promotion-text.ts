import { formatPence } from './money'
import type { Promotion } from './promotion'

/** What a promotion gives, in words: "10% off", "£5.00 off chosen products", "Buy 2, get 1 free". */
export function promotionText(promotion: Promotion): string {
  const { appliesTo = 'order' } = promotion.scope ?? {}
  const chosen = appliesTo === 'order' ? '' : ` chosen ${appliesTo}`
  switch (promotion.kind) {
    case 'percent':
      return `${String(promotion.percent)}% off${chosen}`
    case 'amount':
      return `${formatPence(promotion.amountPence)} off${chosen}`
    case 'free_delivery':
      return chosen ? `Free delivery with${chosen}` : 'Free delivery'
    case 'buy_get': {
      const { buy, get, percent } = promotion
      const reduced = Number(percent) === 100 ? 'free' : `at ${String(percent)}% off`
      return `Buy ${String(buy)}, get ${String(get)} ${reduced}${chosen && ` of${chosen}`}`
    }
  }
}
