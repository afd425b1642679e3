import { cartFormPath } from '@shop/supabase'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ageFormPath } from '../src/age-gate/age-form-path'
import { ageForm } from './age-form'
import { cartForm, openGuestCart, quantityForm, variantForm } from './cart-form'
import { contactForm } from './contact-form'
import { csrfProtection } from './csrf'
import type { FormOptions } from './form-options'
import { stockForm } from './stock-form'

const bodyBytes = 4096
const messageBytes = 65_536

/** The routes to which browsers without scripts send the shop's forms. */
export function formRoutes(options: FormOptions): Hono {
  const csrf = csrfProtection(options.siteUrl)
  const limit = (maxSize: number) => bodyLimit({ maxSize })
  return new Hono()
    .get(cartFormPath, openGuestCart(options))
    .post(cartFormPath, limit(bodyBytes), csrf, cartForm(options))
    .post(`${cartFormPath}/variant`, limit(bodyBytes), csrf, variantForm(options))
    .post(`${cartFormPath}/quantity`, limit(bodyBytes), csrf, quantityForm(options))
    .post(ageFormPath, limit(bodyBytes), csrf, ageForm(options.siteUrl))
    .post('/stock/requests', limit(bodyBytes), csrf, stockForm(options))
    .post('/contact/messages', limit(messageBytes), csrf, contactForm(options))
}
