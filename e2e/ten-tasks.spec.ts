import { expect, type Page } from '@playwright/test'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { test } from './shop'
import { open } from './steps'
import { documented, isChosen, keep, measuredFile, most, table, windows } from './task-figures'
import { meetPerson, ways, type Way } from './task-person'
import { tasks, type Task } from './ten-tasks'

const album = process.env.TASK_PICTURES

/** Whether every picture in the window has been loaded. */
const arePicturesShown = () =>
  [...document.images].every((image) => {
    const { top, bottom, width } = image.getBoundingClientRect()
    return image.complete || width === 0 || bottom < 0 || top > innerHeight
  })

/** Takes numbered pictures of the window, if a folder for them is named; by keyboard the pages look the same. */
function photographer(page: Page, task: string, way: Way, width: number) {
  let taken = 0
  return async (name: string) => {
    if (!album || way === 'keyboard') return
    const kind = way === 'mouse' ? '' : '-without-scripts'
    const file = `${task}-${String((taken += 1))}-${name}-${String(width)}${kind}.png`.replaceAll(' ', '-')
    mkdirSync(album, { recursive: true })
    if (way === 'mouse') await page.waitForFunction(arePicturesShown)
    await page.screenshot({ path: path.join(album, file), animations: 'disabled' })
  }
}

/** Does a task from its address to its end. @returns what it took */
async function perform(task: Task, page: Page, way: Way, width: number, begin: Begin, patience: number) {
  const look = photographer(page, task.name, way, width)
  const person = meetPerson({ page, way, patience, look })
  const { at, holds = '' } = begin
  await (person.scripts ? open(page, at) : page.goto(at))
  await look('start')
  await task.perform(person, holds)
  await task.isDone(person)
  await look('end')
  return person.effort
}
type Begin = Awaited<ReturnType<Task['prepare']>>

for (const way of ways) {
  for (const [index, viewport] of windows.entries()) {
    test.describe(`${way}, ${String(viewport.width)} px`, () => {
      test.use({ viewport, javaScriptEnabled: way !== 'without scripts' })

      for (const [number, task] of tasks.entries()) {
        const limit = most(task.name, way, index)
        // A run that measures tries what could not be done, too.
        if (!isChosen(number, way, index) || (limit === null && !measuredFile)) continue
        test(task.name, async ({ visitor: page, staff }) => {
          const begin = await task.prepare(page, staff)
          if (!measuredFile) {
            const effort = await perform(task, page, way, viewport.width, begin, 10_000)
            expect(effort.steps).toBeLessThanOrEqual(limit?.steps ?? 0)
            // The length of lists changes with what other tests add to them.
            expect(effort.keys).toBeLessThanOrEqual(Math.ceil((limit?.keys ?? 0) * 1.1))
            return
          }
          const measured = await perform(task, page, way, viewport.width, begin, 5000).catch(
            (reason: unknown) => {
              if (limit !== null) throw reason
              console.warn(
                `${task.name}, ${way}, ${String(viewport.width)} px: ${String(reason).slice(0, 400)}`,
              )
              return null
            },
          )
          keep(measuredFile, task.name, way, index, measured)
        })
      }
    })
  }
}

test('the document has the figures that are compared', () => {
  expect(documented()).toContain(table())
})

test.afterAll(() => {
  if (measuredFile && existsSync(measuredFile)) console.log(table(measuredFile))
})
