import { onTestFinished, vi } from 'vitest'

// The real ones, also while others stand in for them.
const { setInterval: every, clearInterval: clear } = globalThis

/**
 * Fakes timers until the test ends, and has their time pass: nobody waits for what a page waits for.
 * @param times how much faster than it is
 * @returns stops it; a page whose time stands still renders nothing
 */
export function hurryTimers(times = 50): () => void {
  const stepMs = 2
  const clock = every(() => {
    if (vi.isFakeTimers()) vi.advanceTimersByTime(times * stepMs)
  }, stepMs)
  const stop = () => {
    clear(clock)
  }
  vi.useFakeTimers()
  onTestFinished(stop)
  return stop
}
