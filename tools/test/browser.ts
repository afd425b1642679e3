import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { root, UsageError } from '../environment'

// The headless shell has no windows to draw: a page costs half the processor time of a whole Chromium's.
const known = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The first executable with one of these names in the folders of PATH; null without one. */
export function executableOnPath(names: readonly string[], folders = process.env.PATH): string | null {
  for (const folder of (folders ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name)
      try {
        accessSync(file, constants.X_OK)
        return file
      } catch {
        continue
      }
    }
  }
  return null
}

const onPath = (): string | null => executableOnPath(known) ?? (existsSync(macChrome) ? macChrome : null)

/** Installs packages of Debian, where this process may. @returns whether it did */
export function installFromDebian(...packages: readonly string[]): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '-qq', ...packages], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function playwrightsOwn(): string | null {
  const file = chromium.executablePath()
  return existsSync(file) ? file : null
}

function installed(): string | null {
  const cli = path.join(root, 'node_modules/playwright/cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 120_000 })
  if (playwrightsOwn()) return playwrightsOwn()
  // Not every Debian has the headless shell.
  if (!installFromDebian('chromium-headless-shell')) installFromDebian('chromium')
  return onPath()
}

/** A Chromium that is there already: CHROMIUM_PATH, an installed one, or Playwright's; null without one. @throws UsageError */
export function presentBrowser(): string | null {
  const fromEnvironment = process.env.CHROMIUM_PATH
  if (fromEnvironment) {
    if (existsSync(fromEnvironment)) return fromEnvironment
    throw new UsageError(`CHROMIUM_PATH ${fromEnvironment} does not exist: name a Chromium or Chrome.`)
  }
  return onPath() ?? playwrightsOwn()
}

/** A Chromium to test with, installed now if there is none. @throws UsageError */
export function findBrowser(): string {
  const found = presentBrowser() ?? installed()
  if (found) return found
  throw new UsageError('No Chromium found: install Chromium or Chrome, or set CHROMIUM_PATH.')
}

/** The features that Playwright switches off itself, since a second list replaces its own. */
const offInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

// The suggestions of the address bar are two pages of their own in every window: a third of the time of opening a page.
const offHere = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]

/** Arguments a Chromium is started with here. */
export const browserArguments = [
  `--disable-features=${[...offInPlaywright, ...offHere].join(',')}`,
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
