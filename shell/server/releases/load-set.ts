import type { ReleaseSet } from '@shop/federation'
import { composeSet, contractProblems, type ReleaseRecord } from '@shop/federation/store'
import { errorMessage } from '../error-message'
import type { Members } from './release-source'

/** Why the set that should be live is not served, and which member is to blame. */
export interface ReleaseProblem {
  set: string
  member: string
  version: string
  why: string
}

/** A set that cannot be served. */
export class Unservable extends Error {
  readonly problem: ReleaseProblem

  constructor(problem: ReleaseProblem) {
    super(`${problem.member} ${problem.version} cannot be served: ${problem.why}`)
    this.problem = problem
  }
}

/** The record of a stored release that may run. @throws Error that says what is wrong with it */
export type Verify = (name: string, version: string) => Promise<ReleaseRecord>

/** The set of some members that are verified and fit together. @throws Unservable naming the member that does not */
export async function loadSet(
  verify: Verify,
  id: string,
  members: Members,
  migrations: readonly string[] | null,
): Promise<ReleaseSet> {
  const rejected = (member: string, version: string, why: string) =>
    new Unservable({ set: id, member, version, why })
  const records = await Promise.all(
    Object.entries(members).map(([member, version]) =>
      verify(member, version).catch((error: unknown) => {
        throw rejected(member, version, errorMessage(error))
      }),
    ),
  )
  const shell = records.filter(({ name }) => name === 'shell')
  for (const record of records) {
    const [problem] = contractProblems([...shell, record], migrations)
    if (problem !== undefined) throw rejected(record.name, record.version, problem)
  }
  return composeSet(id, records)
}
