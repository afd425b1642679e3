import { readFileSync } from 'node:fs'
import { StartError } from './start-error'

/** The operating system account that PostgreSQL runs as; without ids it is our own. */
export interface Account {
  uid?: number
  gid?: number
}

/**
 * PostgreSQL rejects to run as root, so under root it runs as another account.
 * @throws StartError when the machine has no such account.
 */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((fields) => fields[0] === name) ?? []
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StartError(
    'PostgreSQL does not run as root and there is no account "postgres" or "nobody": start the shop as another user.',
  )
}
