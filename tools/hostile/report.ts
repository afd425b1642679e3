/** One thing that is not as it must be. */
export interface Finding {
  attack: string
  call: string
  answer: string
  why: string
}

const shortened = (text: string, most: number): string => {
  const line = text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '·')
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** Keeps what was tried and what was found. */
export class Report {
  calls = 0
  private readonly found = new Map<string, Finding[]>()

  /** Names an attack that is tried, so that it counts as passed without findings. */
  tried(attack: string): void {
    if (!this.found.has(attack)) this.found.set(attack, [])
  }

  /** @param answer what came back, or what was seen */
  wrong(attack: string, call: string, answer: string, why: string): void {
    this.tried(attack)
    this.found.get(attack)?.push({ attack, call: shortened(call, 300), answer: shortened(answer, 300), why })
  }

  get findings(): Finding[] {
    return [...this.found.values()].flat()
  }

  /** Attacks without a finding. */
  get held(): string[] {
    return [...this.found].filter(([, findings]) => findings.length === 0).map(([attack]) => attack)
  }

  /** Attacks with one. */
  get failed(): string[] {
    return [...this.found].filter(([, findings]) => findings.length > 0).map(([attack]) => attack)
  }

  /** The findings as text, at most so many for each attack, and `N calls, N findings` at the end. */
  text(most = 6): string {
    const lines = [...this.found].flatMap(([attack, findings]) => [
      ...findings
        .slice(0, most)
        .map(
          ({ call, answer, why }) =>
            `✗ ${attack}\n    call:   ${call}\n    answer: ${answer}\n    wrong:  ${why}`,
        ),
      ...(findings.length > most ? [`✗ ${attack}: and ${String(findings.length - most)} more`] : []),
    ])
    return [
      ...lines,
      `${String(this.held.length)} attacks held, ${String(this.failed.length)} did not`,
      `${String(this.calls)} calls, ${String(this.findings.length)} findings`,
    ].join('\n')
  }
}
