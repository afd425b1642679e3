import type { Page } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Control } from './countable-controls'

/** How long a step lasts, in milliseconds. */
const stepMs = 100

/** The steps of the first six seconds of a page. @param every leaves out all but one in so many @param from the first one */
export const stepsOf = (every = 1, from = 0): number[] =>
  Array.from({ length: 60 }, (_, step) => step).filter((step) => step >= from && (step - from) % every === 0)

interface Place {
  x: number
  y: number
}

async function placesOf({ name, press }: Pick<Control, 'name' | 'press'>): Promise<Place[]> {
  const boxes = await Promise.all(press.map((control) => control.boundingBox()))
  return boxes.map((box) => {
    if (!box) throw new Error(`${name} is not to be seen`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  })
}

/**
 * Presses controls of the open page in turn, one at each step since its navigation, by the driver's clock and waiting for no answer
 * of the page. What was due before the page was drawn is left out, the last one never.
 * @param first which control is pressed first
 * @returns how often each was pressed, in their order
 */
export async function pressInTurn(
  page: Page,
  controls: readonly Pick<Control, 'name' | 'press'>[],
  steps: readonly number[],
  first = 0,
): Promise<number[]> {
  const places = await Promise.all(controls.map(placesOf))
  const devtools = await page.context().newCDPSession(page)
  const sent: Promise<unknown>[] = []
  const send = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', place: Place) => {
    sent.push(
      devtools
        .send('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1 })
        .catch(() => undefined),
    )
  }
  const opened = await page.evaluate(() => performance.timeOrigin)
  const pressed = controls.map(() => 0)
  for (const [turn, step] of steps.entries()) {
    const due = opened + step * stepMs - Date.now()
    if (due < -stepMs && turn < steps.length - 1) continue
    await wait(Math.max(0, due))
    const index = (turn + first) % controls.length
    const times = pressed[index] ?? 0
    const turns = places[index] ?? []
    const place = turns[times % turns.length]
    if (!place) continue
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'] as const) send(type, place)
    pressed[index] = times + 1
  }
  // A busy page answers later.
  await Promise.all(sent)
  return pressed
}
