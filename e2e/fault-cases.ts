import type { Locator, Page } from '@playwright/test'
import { isSampled } from '@shop/testing/sample'

/** A remote, with a page of it and what a visitor must be able to see of the shop whatever becomes of it. */
export interface Remote {
  name: string
  at: string
  /** A text on its page when it works. */
  shows: (page: Page) => Locator
  /** Whether the web server renders that page. That of the back office is rendered in the browser alone. */
  isServerRendered: boolean
  /** A page of another remote, and its heading. */
  other: string
  otherShows: RegExp
}

const heading = (name: RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name })

/** The remotes that faults and outages are tried on. */
export const faultyRemotes: readonly Remote[] = [
  {
    ...{
      name: 'mf-catalog',
      at: '/products',
      isServerRendered: true,
      other: '/cart',
      otherShows: /Your cart/,
    },
    shows: (page) => page.getByRole('main').getByText('Riva Pebble').first(),
  },
  {
    ...{
      name: 'mf-cart-checkout',
      at: '/cart',
      isServerRendered: true,
      other: '/products',
      otherShows: /Shop All/,
    },
    shows: heading(/Your cart/),
  },
  {
    ...{
      name: 'mf-account',
      at: '/auth',
      isServerRendered: true,
      other: '/products',
      otherShows: /Shop All/,
    },
    shows: heading(/Sign in|Welcome|Your account/i),
  },
  {
    ...{
      name: 'mf-admin',
      at: '/admin/login',
      isServerRendered: false,
      other: '/products',
      otherShows: /Shop All/,
    },
    shows: heading(/Admin Portal/),
  },
]

/** Each fault with the remotes that can have it: all of them when TEST_DEEP is set, otherwise the one that the seed chooses. */
export function faultCases<Fault>(
  faults: readonly Fault[],
  canHave: (remote: Remote, fault: Fault) => boolean = () => true,
): { remote: Remote; fault: Fault }[] {
  return faults.flatMap((fault, row) => {
    const remotes = faultyRemotes.filter((remote) => canHave(remote, fault))
    return remotes
      .filter((_, column) => isSampled(row + column, remotes.length))
      .map((remote) => ({ remote, fault }))
  })
}

let copies = 0

/** A version that no other release has. */
export const newVersion = () => `fault${Date.now().toString(36)}${String((copies += 1))}`
