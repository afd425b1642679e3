import { expect } from '@playwright/test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { kb } from '../tools/bench/figures'
import { loadPage } from '../tools/bench/page-load'
import { releaseOf } from '../tools/build/build'
import { root } from '../tools/environment'
import { test } from './shop'

interface Budgets {
  /** Compressed size of scripts in KB: those needed to start the app, and all of them. */
  startKB: number
  allKB: number
  /** By address, one visit with an empty cache: compressed KB, round trips after the document, and text that its HTML contains. */
  routes: Record<
    string,
    { htmlKB: number; scriptKB: number; requests: number; scriptLevel: number; says: string | null }
  >
}

/** Compressed size of a file; small files are sent uncompressed. */
function sentBytes(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

function weigh(folder: string, files: readonly string[]): number {
  return kb(files.reduce((sum, file) => sum + sentBytes(path.join(folder, file)), 0))
}

function scriptsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.js'))
}

function built(name: string): { folder: string; start: string[] } {
  if (name === 'shell') {
    const folder = path.join(root, 'shell/dist/web')
    const manifest: { entries: { index: { initial: { js: string[] } } } } = JSON.parse(
      readFileSync(path.join(folder, 'manifest.json'), 'utf8'),
    )
    return { folder, start: manifest.entries.index.initial.js }
  }
  const { version, entry, routes } = releaseOf(name)
  return { folder: path.join(root, name, 'dist/releases', version), start: [entry, ...routes] }
}

/** Makes the tests of an app's budgets, which `e2e/budgets.json` in its folder names. @param name the app's folder */
export function checkBudgets(name: string): void {
  const budgets: Budgets = JSON.parse(readFileSync(path.join(root, name, 'e2e/budgets.json'), 'utf8'))
  const { startKB, allKB } = budgets

  test(`${name} weighs at most ${String(startKB)} KB to start and ${String(allKB)} KB in all`, () => {
    const { folder, start } = built(name)
    const weights = { start: weigh(folder, start), all: weigh(folder, scriptsIn(folder)) }
    test.info().annotations.push({ type: 'KB', description: JSON.stringify(weights) })
    expect(weights.start, 'to start').toBeLessThanOrEqual(startKB)
    expect(weights.all, 'in all').toBeLessThanOrEqual(allKB)
  })

  for (const [route, budget] of Object.entries(budgets.routes)) {
    test(`${route} loads within its budget`, async ({ browser, baseURL, request }) => {
      const load = await loadPage(browser, baseURL ?? '', route, null)
      test.info().annotations.push({ type: 'load', description: JSON.stringify(load) })
      expect(kb(load.htmlBytes), 'KB of HTML').toBeLessThanOrEqual(budget.htmlKB)
      expect(kb(load.scriptBytes), 'KB of scripts').toBeLessThanOrEqual(budget.scriptKB)
      expect(load.requests, 'requests').toBeLessThanOrEqual(budget.requests)
      expect(load.scriptLevel, 'round trips to the last script').toBeLessThanOrEqual(budget.scriptLevel)
      if (budget.says) expect(await (await request.get(route)).text()).toContain(budget.says)
    })
  }
}
