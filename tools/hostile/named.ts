import { othersAddress, whoIsKnown } from './accounts'
import { everyForm } from './forms'
import { oneGuestEmptiesTheShop, rowsWithoutEnd } from './holding'
import { linksInLetters, oddEmailsAreRefused, refundsThatNobodyMade } from './letters'
import { spoofedAddresses } from './limits'
import { forgedLogLines, greedyListeners } from './live'
import { deepEmbedding, fortyPages, randomSlugs } from './load'
import { paymentFailsClosed } from './payment'
import type { Raid } from './raid'
import { postcodes, settingsOutOfRange } from './ranges'
import { encodedPaths, guessedCodes, largeEmails, signInsAtOnce, signUpsWithoutEnd } from './sign-in'
import { hostileUpgrades } from './upgrades'
import { oddHeaders } from './web-headers'
import { everyPath, unreadableAddresses } from './web-paths'

/** One attack by name: what must hold is said where it is tried. */
export interface NamedAttack {
  /** It is about the web server, and left out where there is none. */
  needsWeb?: boolean
  /** It takes hundreds of calls to say anything, so it is part of full runs alone. */
  deepOnly?: boolean
  run(raid: Raid): Promise<void>
}

/** Attacks that were once successful, and those that must never be; what may end a process comes last. */
export const namedAttacks: Readonly<Record<string, NamedAttack>> = {
  payment: { run: paymentFailsClosed },
  holding: { run: oneGuestEmptiesTheShop },
  'rows-without-end': { deepOnly: true, run: rowsWithoutEnd },
  addresses: { run: spoofedAddresses },
  'e-mails': { run: oddEmailsAreRefused },
  links: { run: linksInLetters },
  refunds: { run: refundsThatNobodyMade },
  embedding: { run: deepEmbedding },
  settings: { run: settingsOutOfRange },
  postcodes: { run: postcodes },
  paths: { needsWeb: true, run: everyPath },
  headers: { needsWeb: true, run: oddHeaders },
  forms: { needsWeb: true, run: everyForm },
  pages: { needsWeb: true, run: fortyPages },
  'others-address': { run: othersAddress },
  'who-is-known': { run: whoIsKnown },
  guessing: { run: guessedCodes },
  encoded: { run: encodedPaths },
  'at-once': { run: signInsAtOnce },
  'sign-ups': { deepOnly: true, run: signUpsWithoutEnd },
  log: { run: forgedLogLines },
  unreadable: { run: unreadableAddresses },
  upgrades: { run: hostileUpgrades },
  live: { run: greedyListeners },
  'large-e-mails': { run: largeEmails },
  load: { needsWeb: true, run: randomSlugs },
}
