import { expect, type Page } from '@playwright/test'
import { test } from './shop'
import { open } from './steps'
import { isChosen, keep, measuredFile, most, windows } from './task-figures'
import { meetPerson, ways, type Way } from './task-person'
import { tasks, type Task } from './ten-tasks'

/** Does a task from its address to its end. @returns what it took */
async function perform(task: Task, page: Page, way: Way, begin: Begin, timeout: number) {
  const person = meetPerson({ page, way, timeout })
  const { at, holds = '' } = begin
  await (person.scripts ? open(page, at) : page.goto(at))
  await task.perform(person, holds)
  await task.isDone(person)
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
            const effort = await perform(task, page, way, begin, 10_000)
            expect(effort.steps).toBeLessThanOrEqual(limit?.steps ?? 0)
            // The length of lists changes with what other tests add to them.
            expect(effort.keys).toBeLessThanOrEqual(Math.ceil((limit?.keys ?? 0) * 1.1))
            return
          }
          const measured = await perform(task, page, way, begin, 5000).catch((reason: unknown) => {
            if (limit !== null) throw reason
            console.warn(
              `${task.name}, ${way}, ${String(viewport.width)} px: ${String(reason).slice(0, 400)}`,
            )
            return null
          })
          keep(measuredFile, task.name, way, index, measured)
        })
      }
    })
  }
}
