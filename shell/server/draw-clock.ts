/** The time a draw uses of its own; it stands while the draw waits for the backend. */
export interface DrawClock {
  isRunning(): boolean
  pause(): void
  resume(): void
  /** The draw's thread answered a ping. */
  answered(): void
}

/** Events of a clock. */
export interface ClockEvents {
  /** The time is over: asks whether the thread answers. */
  ping(): void
  /** The thread answers, so the draw waits for nothing. */
  hangs(): void
  /** The thread is busy with it. */
  loops(): void
}

const pingsMs = 50
// What arrives from the backend may take some turns of the thread until the page is drawn.
const answersOfHanging = 4

const sampleMs = 20
const sample = { at: -Infinity, cpuMs: 0 }

/**
 * Processor time of this process, in milliseconds, as it was at most 20 ms ago. Asking the system takes longer than all
 * else that starts a draw.
 */
function cpuTime(): number {
  const now = performance.now()
  if (now - sample.at > sampleMs) {
    const { user, system } = process.cpuUsage()
    Object.assign(sample, { at: now, cpuMs: (user + system) / 1000 })
  }
  return sample.cpuMs
}

/**
 * A clock that runs out after `limitMs` milliseconds, or as soon after as it is sure that the draw is at fault: a thread
 * that does not answer either loops, and then uses a processor, or gets none on a busy machine.
 */
export function drawClock(limitMs: number, { ping, hangs, loops }: ClockEvents): DrawClock {
  let [usedMs, cpuMs, answers] = [0, 0, 0]
  let since: number | null = null
  let timer: NodeJS.Timeout | undefined
  const again = (ms: number) => {
    timer = setTimeout(judge, ms).unref()
  }
  const judge = () => {
    if (since === null) return
    const wallMs = performance.now() - since
    const isBusy = cpuTime() - cpuMs > 2 * limitMs
    if (answers >= answersOfHanging) hangs()
    else if ((isBusy && wallMs > limitMs) || wallMs > 10 * limitMs) loops()
    else {
      ping()
      again(pingsMs)
    }
  }
  return {
    isRunning: () => since !== null,
    pause() {
      if (since === null) return
      clearTimeout(timer)
      usedMs += performance.now() - since
      since = null
    },
    resume() {
      since = performance.now()
      cpuMs = cpuTime()
      answers = 0
      again(Math.max(1, limitMs - usedMs))
    },
    answered() {
      answers += 1
    },
  }
}
