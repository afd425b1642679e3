import { useAuth } from '@shop/auth'
import { checkPostcode } from '@shop/pricing'
import { useSearchParams } from '@shop/router'
import { useAtomValue, useInputBeforeHydration, useIsHydrating, useSetAtom } from '@shop/state'
import { useAppQuery } from '@shop/supabase'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sessionQuery } from './checkout-session'
import type { CheckoutResponse } from './checkout-action'
import { problemsOf, type CheckoutFields } from './checkout-form'
import { checkoutDraft } from './draft'
import { filledFrom, lastAddressQuery } from './last-address'
import { changedFields, focusedEmptyField, enteredBefore } from './entered-values'

type Name = keyof CheckoutFields

/**
 * The checkout's form: its values, which survive a refresh, and their errors. For signed-in customers the last
 * address is filled in.
 * @param onEdit called when the shopper changes a field
 * @param response of the server to the form when it was posted without scripts
 */
export function useCheckoutForm(onEdit: () => void, response?: CheckoutResponse) {
  const { user } = useAuth()
  const form = useRef<HTMLFormElement>(null)
  const draft = useAtomValue(checkoutDraft)
  const setFields = useSetAtom(checkoutDraft)
  const [search] = useSearchParams()
  const isHydrating = useIsHydrating()
  const [isRestored, setRestored] = useState(!isHydrating)
  const sessionId = isRestored ? null : search.get('session')
  const { data: before = null } = useAppQuery(sessionId === null ? null : sessionQuery(sessionId, 'pending'))
  const [typed] = useState(() => response?.typed ?? enteredBefore(before))
  const { promotion: _, giftCard: __, ...posted } = typed
  const fields = isRestored ? draft : posted
  const [checked, setChecked] = useState<Partial<Record<Name, boolean>>>(() =>
    Object.fromEntries(Object.keys(response?.problems ?? {}).map((name) => [name, true])),
  )
  const filledIn = useRef<HTMLInputElement>(null)
  const fillIn = useCallback(
    (fill: (now: CheckoutFields) => CheckoutFields) => {
      filledIn.current = form.current && focusedEmptyField(form.current)
      setFields(fill)
    },
    [setFields],
  )
  useInputBeforeHydration(form, (element) => {
    fillIn((now) => ({ ...(response || now.email === '' ? posted : now), ...changedFields(element) }))
    setRestored(true)
  })
  useLayoutEffect(() => {
    // The visitor is about to type there: the next key replaces what was filled in, and is not appended to it.
    if (filledIn.current?.value) filledIn.current.select()
  }, [fields])
  const { data: last } = useAppQuery(user && lastAddressQuery(user.id))
  useEffect(() => {
    if (user)
      fillIn((now) => ({
        ...now,
        email: now.email || user.email,
        firstName: now.firstName || user.firstName,
        lastName: now.lastName || user.lastName,
      }))
  }, [user, fillIn])
  useEffect(() => {
    if (last) fillIn((now) => filledFrom(last, now))
  }, [last, fillIn])

  // A delivery option is preselected, so an empty field is not an error.
  const problems = problemsOf({ ...fields, method: fields.method || 'preselected' })
  const set = (name: Name, value: string) => {
    filledIn.current = null
    setFields((now) => ({ ...now, [name]: value }))
    onEdit()
  }
  return {
    /** For the form element. */
    form,
    /** Whether the fields hold what the browser has stored and what was typed before hydration. */
    isRestored,
    fields,
    /** What was posted, or began the checkout that is changed. */
    typed,
    set,
    /** The error of a field that was blurred or submitted. */
    problemOf: (name: Name) => (checked[name] ? problems[name] : undefined),
    leave: (name: Name) => {
      setChecked((now) => ({ ...now, [name]: true }))
      const postcode = checkPostcode(fields.postalCode)
      if (name === 'postalCode' && postcode.ok && postcode.normalised !== fields.postalCode)
        set(name, postcode.normalised)
    },
    /** Whether all is filled in; else every problem is shown and the first has the focus. */
    validate: (): boolean => {
      const [first] = Object.keys(problems)
      setChecked(Object.fromEntries(Object.keys(fields).map((name) => [name, true])))
      if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return !first
    },
    /** For the signed-in: where what stands in the fields comes from. */
    remembered:
      user &&
      (last
        ? 'We’ve filled in your last address. Change anything that’s different.'
        : 'We’ll remember this address with your order.'),
  }
}

export type CheckoutForm = ReturnType<typeof useCheckoutForm>
