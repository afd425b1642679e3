import { othersAddress, accountEnumeration } from './accounts'
import { everyForm } from './forms'
import { oneGuestEmptiesTheShop, rowsWithoutEnd } from './stock-holds'
import { linksInLetters, oddEmailsAreRefused, fabricatedRefunds } from './letters'
import { spoofedAddresses } from './limits'
import { forgedLogLines, excessiveSubscriptions } from './live'
import { deepEmbedding, fortyPages, randomSlugs } from './load'
import { paymentFailsClosed } from './payment'
import type { AttackRun } from './attack-run'
import { postcodes, settingsOutOfRange } from './ranges'
import { encodedPaths, guessedCodes, largeEmails, signInsAtOnce, signUpsWithoutEnd } from './sign-in'
import { hostileUpgrades } from './upgrades'
import { oddHeaders } from './web-headers'
import { everyPath, unreadableAddresses } from './web-paths'

/** One named attack; its expectation is documented at its function. */
export interface ScenarioAttack {
  /** Needs the web server; skipped without one. */
  needsWeb?: boolean
  /** Needs hundreds of calls, so it is part of full runs only. */
  deepOnly?: boolean
  run(attackRun: AttackRun): Promise<void>
}

/** Attacks that once succeeded, and those that never may; those that may end a process come last. */
export const scenarioAttacks: Readonly<Record<string, ScenarioAttack>> = {
  payment: { run: paymentFailsClosed },
  holding: { run: oneGuestEmptiesTheShop },
  'rows-without-end': { deepOnly: true, run: rowsWithoutEnd },
  addresses: { run: spoofedAddresses },
  'e-mails': { run: oddEmailsAreRefused },
  links: { run: linksInLetters },
  refunds: { run: fabricatedRefunds },
  embedding: { run: deepEmbedding },
  settings: { run: settingsOutOfRange },
  postcodes: { run: postcodes },
  paths: { needsWeb: true, run: everyPath },
  headers: { needsWeb: true, run: oddHeaders },
  forms: { needsWeb: true, run: everyForm },
  pages: { needsWeb: true, run: fortyPages },
  'others-address': { run: othersAddress },
  'who-is-known': { run: accountEnumeration },
  guessing: { run: guessedCodes },
  encoded: { run: encodedPaths },
  'at-once': { run: signInsAtOnce },
  'sign-ups': { deepOnly: true, run: signUpsWithoutEnd },
  log: { run: forgedLogLines },
  unreadable: { run: unreadableAddresses },
  upgrades: { run: hostileUpgrades },
  live: { run: excessiveSubscriptions },
  'large-e-mails': { run: largeEmails },
  load: { needsWeb: true, run: randomSlugs },
}
