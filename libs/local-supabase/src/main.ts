import * as v from 'valibot'
import { projectFiles } from './prepare-database'
import { startLocalSupabase } from './start'
import { StartError } from './start-error'

// The backend as a child process: its parent forks it, receives `{ ready, url, publishableKey, secretKey }` or
// `{ failed }` over IPC, and ends it by SIGTERM, SIGINT or by disconnecting.
const environment = v.object({
  DATA_DIR: v.pipe(
    v.string('DATA_DIR is not set: name the folder to keep the data in.'),
    v.nonEmpty('DATA_DIR is empty: name the folder to keep the data in.'),
  ),
  BACKEND_PORT: v.pipe(
    v.optional(v.string(), '54321'),
    v.transform(Number),
    v.integer((issue) => `BACKEND_PORT ${issue.received} is no port: set a number from 1 to 65535.`),
    v.minValue(1, (issue) => `BACKEND_PORT ${issue.received} is no port: set a number from 1 to 65535.`),
    v.maxValue(65535, (issue) => `BACKEND_PORT ${issue.received} is no port: set a number from 1 to 65535.`),
  ),
  SITE_URL: v.optional(
    v.pipe(
      v.string(),
      v.url((issue) => `SITE_URL ${issue.received} is no URL: set one like http://localhost:3000.`),
    ),
    'http://localhost:3000',
  ),
})

async function main(): Promise<void> {
  const parsed = v.safeParse(environment, process.env)
  if (!parsed.success) throw new StartError(parsed.issues[0].message)
  const { DATA_DIR: dataDir, BACKEND_PORT: port, SITE_URL: siteUrl } = parsed.output
  const log = (line: string): void => console.error(line)
  const starting = startLocalSupabase({
    dataDir,
    port,
    siteUrl,
    ...projectFiles,
    demoUsers: true,
    log,
    // The parent starts the backend again.
    onCrash: () => process.exit(1),
  })
  // A terminal signals the whole group and the parent signals again: only the first may count, or the second would
  // end this process before its database.
  let leaving = false
  const leave = (): void => {
    if (leaving) return
    leaving = true
    void starting
      .then((backend) => backend.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGINT', leave)
  process.on('SIGTERM', leave)
  process.once('disconnect', leave)
  const { url, publishableKey, secretKey } = await starting
  const message = { ready: true, url, publishableKey, secretKey }
  if (process.send) process.send(message)
  else log(`Backend ready: ${url}`)
}

main().catch((error: unknown) => {
  const line =
    error instanceof StartError
      ? error.message
      : `The embedded backend failed: ${error instanceof Error ? error.stack : String(error)}`
  process.exitCode = 1
  if (process.send) process.send({ failed: line }, () => process.disconnect())
  else console.error(line)
})
