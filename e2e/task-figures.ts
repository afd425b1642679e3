import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isSampled } from '@shop/testing/sample'
import type { Effort } from './task-hands'
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

interface Figures {
  before: Column
  now: Column
}

const figuresFile = path.join(import.meta.dirname, 'task-steps.json')
const documentFile = path.join(import.meta.dirname, '../docs/ten-tasks.md')
const read = (file: string): Figures => JSON.parse(readFileSync(file, 'utf8'))
const figures = read(figuresFile)

/** The file in which the figures of this run are kept; nothing in a run that only compares. */
export const measuredFile = process.env.TASK_STEPS

/** The most that a task may take; null for what cannot be done. */
export function most(task: string, way: Way, window: number): Effort | null {
  const figure = figures.now[task]?.[way]?.[window] ?? null
  if (figure === null) return null
  const [steps = 0, keys = 0] = String(figure).split(' + ').map(Number)
  return { steps, keys }
}

const rows = (column: Column) =>
  Object.entries(column).map(([task, cells]) => {
    const lines = ways.map(
      (way) => `      "${way}": ${JSON.stringify(cells[way] ?? []).replaceAll(',', ', ')}`,
    )
    return `    "${task}": {\n${lines.join(',\n')}\n    }`
  })

/** Keeps what a task took in this run. @param effort null if it could not be done */
export function keep(file: string, task: string, way: Way, window: number, effort: Effort | null): void {
  const kept = existsSync(file) ? read(file) : structuredClone(figures)
  const cells = ((kept.now[task] ??= {})[way] ??= windows.map(() => null))
  if (effort === null) cells[window] = null
  else cells[window] = way === 'keyboard' ? `${String(effort.steps)} + ${String(effort.keys)}` : effort.steps
  const columns = (['before', 'now'] as const).map(
    (name) => `  "${name}": {\n${rows(kept[name]).join(',\n')}\n  }`,
  )
  writeFileSync(file, `{\n${columns.join(',\n')}\n}\n`)
}

const cell = (figure: Figure | undefined) => String(figure ?? '—')

/** The table of the document. @param file its figures; those of the repository without */
export function table(file = figuresFile): string {
  const { before, now } = read(file)
  const head = ['task', 'way', ...windows.flatMap(({ width }) => [`${String(width)} before`, 'after'])]
  const body = Object.keys(now).flatMap((task) =>
    ways.map((way) => [
      task,
      way,
      ...windows.flatMap((_, index) => [before, now].map((each) => cell(each[task]?.[way]?.[index]))),
    ]),
  )
  return [head, head.map(() => '---'), ...body].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

export const documented = () => readFileSync(documentFile, 'utf8')

/** Whether this run does a task in that window: every window if it measures, otherwise the one of three that the seed chooses. */
export function isChosen(task: number, way: Way, window: number): boolean {
  return measuredFile !== undefined || isSampled(task + ways.indexOf(way) - window, windows.length)
}
