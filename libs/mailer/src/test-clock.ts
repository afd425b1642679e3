import type { Clock } from './clock'

interface Sleeper {
  until: number
  wake(): void
}

/** A clock that a test advances. */
export class TestClock implements Clock {
  private time = Date.parse('2025-01-05T12:00:00Z')
  private sleepers: Sleeper[] = []
  private awaited: { count: number; met(): void }[] = []

  now(): number {
    return this.time
  }

  pause(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = () => {
        this.sleepers = this.sleepers.filter((one) => one.wake !== wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      signal.addEventListener('abort', wake, { once: true })
      this.sleepers.push({ until: this.time + ms, wake })
      this.awaited = this.awaited.filter(({ count, met }) => {
        if (this.sleepers.length < count) return true
        met()
        return false
      })
    })
  }

  /** Resolves when so many tasks of the mailer sleep; the two loops are two. */
  resting(count = 2): Promise<void> {
    if (this.sleepers.length >= count) return Promise.resolve()
    return new Promise((met) => this.awaited.push({ count, met }))
  }

  /** Advances the time and wakes the sleepers that are due. */
  pass(ms: number): void {
    this.time += ms
    for (const { until, wake } of this.sleepers) if (until <= this.time) wake()
  }

  /** How long the tasks still sleep, in milliseconds, shortest first. */
  pauses(): number[] {
    return this.sleepers.map(({ until }) => until - this.time).sort((a, b) => a - b)
  }
}
