import { median } from './web/median'
import { copyRelease, serviceOf, type ReleasingShop } from './web/own-release'

const [before, after] = ['Made for the quiet hours', 'Made for the measured hours']

/** Until a new visitor's home page says a text, in seconds. @throws Error after a minute */
async function untilShown(base: string, text: string): Promise<number> {
  const from = performance.now()
  for (;;) {
    const seconds = (performance.now() - from) / 1000
    if ((await (await fetch(base)).text()).includes(text)) return seconds
    if (seconds > 60) throw new Error(`After a minute the home page does not say "${text}"`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Seconds from a promotion, and from a rollback, to the page of a new visitor; the median of five. */
export async function promotionTimes(shop: ReleasingShop): Promise<{ promoted: number; rolledBack: number }> {
  const base = `http://localhost:${String(shop.port)}/`
  const service = serviceOf(shop)
  const promoted: number[] = []
  const rolledBack: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const record = await copyRelease(shop, 'mf-catalog', `measured${String(round)}`, [before, after])
    await service.promote([record])
    promoted.push(await untilShown(base, after))
    await service.rollBack(false)
    rolledBack.push(await untilShown(base, before))
  }
  return { promoted: median(promoted), rolledBack: median(rolledBack) }
}
