import { guestCookie } from '@shop/supabase'
import { setCookie } from '../src/composition/kept-set'

/** Cookie of a visitor without scripts who has confirmed their age. */
export const ageCookie = 'aurelle_age'

// Whoever sends one of them may get a page of their own: a guest's cart, a release set that is kept, no age gate.
const ownCookies = [guestCookie, setCookie, ageCookie]

/**
 * Whether a page may differ from everybody's by the cookies of its request. In doubt it says yes: what says so is neither
 * answered from what is kept for all, nor kept by a cache on the way.
 * @param header the header `cookie` as received
 */
export const mayGetOwnPage = (header: string | undefined): boolean =>
  header !== undefined && ownCookies.some((name) => header.includes(name))
