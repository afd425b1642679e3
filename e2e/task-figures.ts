import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeep, isSampled } from '@shop/testing/sample'
import type { Effort } from './task-actions'
import { ways, type Way } from './task-person'

/** The widths of the windows in which each task is done, with their heights, in px. */
export const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
] as const

/** Steps, by keyboard with the keys that moved as in "6 + 13"; null for what cannot be done in that way. */
type Figure = number | string | null
/** By task and way, one figure a window. */
type Column = Record<string, Partial<Record<Way, Figure[]>>>

const figuresFile = path.join(import.meta.dirname, 'task-steps.json')
const read = (file: string): Column => JSON.parse(readFileSync(file, 'utf8'))
const figures = read(figuresFile)

/** The file in which the figures of this run are kept; nothing in a run that only compares. */
export const measuredFile = process.env.TASK_STEPS

/** The most that a task may take; null for what cannot be done. */
export function most(task: string, way: Way, window: number): Effort | null {
  const figure = figures[task]?.[way]?.[window] ?? null
  if (figure === null) return null
  const [steps = 0, keys = 0] = String(figure).split(' + ').map(Number)
  return { steps, keys }
}

/** Keeps what a task took in this run. @param effort null if it could not be done */
export function keep(file: string, task: string, way: Way, window: number, effort: Effort | null): void {
  const kept = existsSync(file) ? read(file) : structuredClone(figures)
  const cells = ((kept[task] ??= {})[way] ??= windows.map(() => null))
  if (effort === null) cells[window] = null
  else cells[window] = way === 'keyboard' ? `${String(effort.steps)} + ${String(effort.keys)}` : effort.steps
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
}

/**
 * Whether this run does a task in that way and window: in all of them if it measures. Otherwise in the one way and window that the
 * seed chooses, and by mouse not at all, since the apps' own journeys do that.
 */
export function isChosen(task: number, way: Way, window: number): boolean {
  if (measuredFile !== undefined || isDeep) return true
  return way !== 'mouse' && isSampled(task + ways.indexOf(way) * windows.length - window, 2 * windows.length)
}
