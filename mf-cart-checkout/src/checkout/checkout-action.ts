import { formAction, goTo, statusOf, textsOf } from '@shop/forms/posted'
import { problemsOf, type CheckoutFields } from './checkout-form'
import { beginCheckout, detailsOf } from './start-checkout'
import { isGiftCardCode, normaliseGiftCard } from '../deductions/gift-card-code'
import { giftCardMessage } from '../rejection/code-messages'
import { parseRejection } from '../rejection/rejection'
import { remedyFor } from '../rejection/remedy'
import type { NoticeText } from '../order/notice'
import { enteredIn, nextGuestField, type EnteredValues } from './entered-values'

/** What the checkout page shows of a form that led to no payment. */
export interface CheckoutResponse {
  typed: EnteredValues
  /** Beside the fields. */
  problems: Partial<Record<keyof EnteredValues, string>>
  /** Above the form. */
  notice: (NoticeText & { toCart: boolean }) | null
}

const orNull = (code: string) => code || null

/** The messages beside the fields; empty when nothing is wrong with them. */
function problemsIn({ promotion: _, giftCard, ...fields }: EnteredValues): CheckoutResponse['problems'] {
  const wrongCard = giftCard !== '' && !isGiftCardCode(giftCard)
  return {
    ...problemsOf(fields satisfies CheckoutFields),
    ...(wrongCard && { giftCard: giftCardMessage('unknown') }),
  }
}

/** Starts the checkout with what was typed and leads to its payment, which shows the total before anything is paid. */
export const action = formAction<CheckoutResponse>(async ({ form, settings, data: { backend } }) => {
  const typed = enteredIn(form)
  const problems = problemsIn(typed)
  if (Object.keys(problems).length > 0) return { status: 422, shown: { typed, problems, notice: null } }
  const { promotion, giftCard, ...fields } = typed
  backend.guest.adoptNextId(textsOf(form)[nextGuestField] ?? '')
  try {
    const codes = { promotion: orNull(promotion), giftCard: orNull(normaliseGiftCard(giftCard)) }
    const reminder = settings.checkout.reminder === 'off' ? null : { isDeclined: form.has('noReminder') }
    const started = await beginCheckout(backend, detailsOf(fields), null, codes, reminder, () => {
      backend.guest.moveToNextId()
    })
    const { code, card } = started.problems
    if (code === null && card === null) return goTo('/checkout/payment', { session: started.sessionId })
    const rejected = { ...(code !== null && { promotion: code }), ...(card !== null && { giftCard: card }) }
    return { status: 422, shown: { typed, problems: rejected, notice: null } }
  } catch (error) {
    const rejection = parseRejection(error)
    const { title, description } = remedyFor(rejection, 'starting')
    const isExact = rejection.kind === 'sign_in_required' || rejection.kind === 'method_unavailable'
    const notice = { title, description: isExact ? rejection.message : description }
    const toCart = rejection.kind === 'insufficient_stock' || rejection.kind === 'quantity_limit'
    return {
      status: statusOf(error),
      shown: { typed, problems: {}, notice: { ...notice, toCart } },
    }
  }
})
