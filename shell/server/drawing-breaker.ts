import type { ReleaseSet } from '@shop/federation'
import { LRUCache } from 'lru-cache'
import { DrawingFailed } from './drawing-errors'

/** A page, or what ended a thread. */
export interface DrawnPlace {
  releaseSet: ReleaseSet
  remote: string | null
  url: string
}

/** Remembers which pages ended their thread, so that each does so once. */
export interface DrawingBreaker {
  /** @throws DrawingFailed for a page that is not to be drawn for now */
  check(place: DrawnPlace): void
  /** A page ended its thread. */
  trip(place: DrawnPlace): void
}

/** @param restMs how long such a page is left to the browser, in milliseconds; a remote that did so three times as well */
export function drawingBreaker(restMs = 30_000, timesOfRemote = 3): DrawingBreaker {
  const resting = new LRUCache<string, number>({ max: 1000, ttl: restMs })
  const release = ({ releaseSet, remote }: DrawnPlace) =>
    `${remote ?? 'shell'} ${(remote !== null && releaseSet.remotes[remote]?.version) || ''}`
  const page = (place: DrawnPlace) => `${release(place)} ${new URL(place.url).pathname}`
  return {
    check(place) {
      if (resting.has(page(place)) || (place.remote && (resting.get(release(place)) ?? 0) >= timesOfRemote))
        throw new DrawingFailed('It ended a thread a moment ago', false)
    },
    trip(place) {
      resting.set(page(place), 1)
      resting.set(release(place), (resting.get(release(place)) ?? 0) + 1)
    },
  }
}
