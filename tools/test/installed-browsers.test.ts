import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installedBrowsers } from './installed-browsers'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'browsers-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const inFolder = (name: string, mode = 0o755): string => {
  const file = path.join(folder, name)
  writeFileSync(file, '', { mode })
  return file
}
const found = () => installedBrowsers('/opt/chromium', ['/nowhere', folder].join(path.delimiter))

test('where only Chromium is installed, one line names the others and what has them', () => {
  expect(found()).toEqual({
    installed: [{ name: 'Chromium', executables: ['/opt/chromium'] }],
    missing:
      'Not installed, so not tested with: Firefox (on Debian: firefox-esr); WebKitGTK (on Debian: webkit2gtk-driver, xvfb).',
  })
})

test('a browser is installed once all that it needs can be run', () => {
  const firefox = inFolder('firefox')
  const webKit = inFolder('WebKitWebDriver')
  inFolder('Xvfb', 0o644)
  expect(found()).toEqual({
    installed: [
      { name: 'Chromium', executables: ['/opt/chromium'] },
      { name: 'Firefox', executables: [firefox] },
    ],
    missing: 'Not installed, so not tested with: WebKitGTK (on Debian: webkit2gtk-driver, xvfb).',
  })
  rmSync(path.join(folder, 'Xvfb'))
  const screen = inFolder('Xvfb')
  const { installed, missing } = found()
  expect(installed.at(-1)).toEqual({ name: 'WebKitGTK', executables: [webKit, screen] })
  expect(missing).toBeNull()
})
