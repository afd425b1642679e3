import { setTimeout as sleep } from 'node:timers/promises'

/** Time as the mailer knows it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
}
