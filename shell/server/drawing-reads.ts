import type { ReadRequest, ToThread } from './drawing-messages'

/** Reads of one thread that may be under way at once. */
const mostReads = 64

/** Carries out one read of a page. */
export type DrawingRead = (url: string, init: RequestInit) => Promise<Response>

export interface ThreadReadsOptions {
  /** The read of a draw. */
  readOf: (id: number) => DrawingRead
  answer: (message: ToThread) => void
  started: (id: number) => void
  finished: (id: number) => void
}

/** Carries out the reads of a drawing thread. */
export interface ThreadReads {
  run(id: number, read: number, request: ReadRequest): void
  /** Answers go nowhere any more. */
  stop(): void
}

/** @see ThreadReads */
export function threadReads({ readOf, answer, started, finished }: ThreadReadsOptions): ThreadReads {
  let [pending, isStopped] = [0, false]
  const carryOut = async (id: number, number: number, request: ReadRequest): Promise<ToThread> => {
    try {
      if (pending > mostReads) throw new Error('Too many reads at once')
      const { url, method, headers, body } = request
      const init: RequestInit = { headers, ...(method !== 'GET' && { method, body }) }
      const response = await readOf(id)(url, init)
      const text = await response.text()
      return {
        type: 'answer',
        read: number,
        answer: { status: response.status, headers: [...response.headers], body: text || null },
      }
    } catch (error) {
      return {
        type: 'unanswered',
        read: number,
        message: error instanceof Error ? error.message : String(error),
      }
    }
  }
  return {
    run(id, number, request) {
      pending += 1
      started(id)
      void carryOut(id, number, request).then((message) => {
        pending -= 1
        if (isStopped) return
        answer(message)
        finished(id)
      })
    },
    stop() {
      isStopped = true
    },
  }
}
