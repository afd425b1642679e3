import type { Finding } from '../../shell/server/releases/finding'
import { blocking } from '../../shell/server/releases/policy'

/** Prints a verdict: a line for each finding, or as JSON. */
export function printVerdict(
  { name, version, found }: { name: string; version: string; found: readonly Finding[] },
  asJson: boolean,
): void {
  if (asJson) {
    console.log(
      JSON.stringify({ name, version, blocked: blocking(found).length > 0, findings: found }, null, 2),
    )
    return
  }
  console.log(`${name} ${version}`)
  for (const { check, result, message } of found)
    console.log(`  ${result.padEnd(8)}${check.padEnd(15)}${message}`)
}
