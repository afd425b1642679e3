import { cleanCode } from '@shop/settings'
import { formAction, statusOf, textsOf } from '@shop/forms/posted'
import { readForm, type FormErrors } from '@shop/forms/read-form'
import { BackendError } from '@shop/supabase'
import { byContact, byNumber } from './lookup-schema'
import { sampleTracking } from './sample-tracking'
import { trackOrder } from './track-order'
import type { Tracking } from './tracking'

/** The result of a lookup on the tracking page. */
export interface TrackingResponse {
  typed: { number: string; contact: string }
  problems: FormErrors
  /** Null when there is no such order; undefined when nothing was looked up. */
  tracking?: Tracking | null
  /** Why the lookup failed. */
  error: { status: number; message: string; hint: string | null; details: string | null } | null
}

/** Looks up the order of the form. */
export const action = formAction<TrackingResponse>(async ({ form, data: { backend }, settings }) => {
  const isSample = settings.tracking.mode === 'demo'
  const { number = '', contact = '' } = textsOf(form)
  const typed = { number: cleanCode(number), contact: cleanCode(contact) }
  const { values, errors } = readForm(isSample ? byNumber : byContact, form)
  const problems = { ...errors, ...(typed.number === '' && { number: 'Enter the number of your order' }) }
  if (!values || typed.number === '') return { status: 422, shown: { typed, problems, error: null } }
  try {
    const tracking = isSample ? sampleTracking(values.number, Date.now()) : await trackOrder(backend, values)
    return { status: tracking ? 200 : 404, shown: { typed, problems: {}, tracking, error: null } }
  } catch (error) {
    const status = statusOf(error)
    const failure =
      error instanceof BackendError ? error : { message: String(error), hint: null, details: null }
    const { message, hint, details } = failure
    return { status, shown: { typed, problems: {}, error: { status, message, hint, details } } }
  }
})
