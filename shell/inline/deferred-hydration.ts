import { recordFields } from './fields'
import { startReplayQueue } from './replay-queue'
import { deferScripts } from './scripts'

/**
 * Loads a server-rendered page's scripts late, and replays what the visitor did until they have hydrated it. Where a
 * script cannot be loaded the replay starts at once, and the browser sends forms by itself.
 * @param scripts addresses of the shell's scripts, run in this order
 * @param preload addresses of what these will ask for, loaded next to them
 * @param prefetch addresses of what they may ask for, loaded when nothing else is
 */
export function deferHydration(
  scripts: readonly string[],
  preload: readonly string[],
  prefetch: readonly string[],
): void {
  let replayed = false
  const replay = () => {
    if (replayed) return
    replayed = true
    // Outside React's own work, which would put off what the events ask for.
    setTimeout(replayQueue)
  }
  const load = deferScripts(scripts, preload, prefetch, replay)
  const replayQueue = startReplayQueue(recordFields(), load)
  document.addEventListener('shop-ready', replay, { once: true })
}
