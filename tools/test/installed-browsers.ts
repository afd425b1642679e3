import { executableOnPath, findBrowser, installFromDebian } from './browser'

/** A browser, with the executables that its tests start. */
export interface Installed {
  name: 'Chromium' | 'Firefox' | 'WebKitGTK'
  executables: string[]
}

/** The browsers besides Chromium: the executables that each needs, by the names each may have, and the Debian packages with them. */
const others = [
  { name: 'Firefox', executables: [['firefox-esr', 'firefox']], packages: ['firefox-esr'] },
  {
    name: 'WebKitGTK',
    executables: [['WebKitWebDriver'], ['Xvfb']],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
] as const

function executablesOf(browser: (typeof others)[number], folders: string | undefined): string[] | null {
  const found = browser.executables.map((names) => executableOnPath(names, folders))
  return found.every((file) => file !== null) ? found : null
}

/**
 * The browsers that are installed, and a line about those that are not.
 * @param chromium its executable
 * @param folders in the form of PATH
 */
export function installedBrowsers(
  chromium = findBrowser(),
  folders = process.env.PATH,
): { installed: Installed[]; missing: string | null } {
  const installed: Installed[] = [{ name: 'Chromium', executables: [chromium] }]
  const missing: string[] = []
  for (const browser of others) {
    const executables = executablesOf(browser, folders)
    if (executables) installed.push({ name: browser.name, executables })
    else missing.push(`${browser.name} (on Debian: ${browser.packages.join(', ')})`)
  }
  if (missing.length === 0) return { installed, missing: null }
  return { installed, missing: `Not installed, so not tested with: ${missing.join('; ')}.` }
}

/** Installs the browsers that are missing, on Debian. */
export function installBrowsers(): void {
  for (const browser of others)
    if (!executablesOf(browser, process.env.PATH)) installFromDebian(...browser.packages)
}
