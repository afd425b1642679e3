import { startEarlyCart } from './early-cart'
import { recordFields } from './fields'
import { startReplayQueue } from './replay-queue'
import { deferScripts } from './defer-scripts'

/**
 * Loads a server-rendered page's scripts late, answers what a page can answer without them, and replays the visitor's other input
 * once they have hydrated it. When a script cannot be loaded the replay starts at once, and the browser submits forms natively.
 * @param scripts addresses of the shell's scripts, run in this order
 * @param preload URLs that these scripts will import, loaded at the same time
 * @param hashes SHA-384 of scripts and preloads, by URL
 */
export function deferHydration(
  scripts: readonly string[],
  preload: readonly string[],
  hashes: Readonly<Record<string, string>>,
): void {
  const replay = () => {
    // In a task of its own: inside React's work the updates of the replayed events would be deferred.
    setTimeout(queue.replay)
  }
  const load = deferScripts(scripts, preload, hashes, replay)
  const addToCart = startEarlyCart((button) => {
    queue.add(button)
  }, load)
  const queue = startReplayQueue(recordFields(), load, addToCart)
  addEventListener('shop-ready', replay, true)
}
