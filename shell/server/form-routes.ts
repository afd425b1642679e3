import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ageFormPath } from '../src/age-gate/age-form-path'
import { ageForm } from './age-form'
import { csrfProtection } from './csrf'
import type { FormOptions } from './form-options'

const bodyBytes = 4096

/** The routes to which browsers without scripts send the shop's forms. */
export function formRoutes(options: FormOptions): Hono {
  const csrf = csrfProtection(options.siteUrl)
  const limit = (maxSize: number) => bodyLimit({ maxSize })
  return new Hono().post(ageFormPath, limit(bodyBytes), csrf, ageForm(options.siteUrl))
}
