import { writeFileSync } from 'node:fs'

// A plugin of Nx (nx.json): `npm test` reads from this file what each task came to.

export const name = 'task-results'

/** Writes id, status and seconds of every task of a run to the file that TASK_RESULTS names; nothing without it. */
export function postTasksExecution(_options, { taskResults }) {
  const file = process.env.TASK_RESULTS
  if (!file) return
  const results = Object.entries(taskResults).map(([id, { status, task }]) => ({
    id,
    status,
    seconds: ((task.endTime ?? 0) - (task.startTime ?? 0)) / 1000,
  }))
  writeFileSync(file, JSON.stringify(results))
}
