/** One fault that an attack found. */
export interface Finding {
  attack: string
  call: string
  answer: string
  why: string
}

const shortened = (text: string, max: number): string => {
  const line = text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '·')
  return line.length > max ? `${line.slice(0, max)}…` : line
}

/** Counts calls and attacks, and collects their findings. */
export class Report {
  calls = 0
  private readonly found = new Map<string, Finding[]>()

  /** Registers an attack, so that it counts as passed when it has no findings. */
  tried(attack: string): void {
    if (!this.found.has(attack)) this.found.set(attack, [])
  }

  /** @param answer the reply, or the observed state */
  wrong(attack: string, call: string, answer: string, why: string): void {
    this.tried(attack)
    this.found.get(attack)?.push({ attack, call: shortened(call, 300), answer: shortened(answer, 300), why })
  }

  get findings(): Finding[] {
    return [...this.found.values()].flat()
  }

  /** Attacks without a finding. */
  get passed(): string[] {
    return [...this.found].filter(([, findings]) => findings.length === 0).map(([attack]) => attack)
  }

  /** Attacks with at least one finding. */
  get failed(): string[] {
    return [...this.found].filter(([, findings]) => findings.length > 0).map(([attack]) => attack)
  }

  /** The findings as text, at most so many for each attack, and `N calls, N findings` at the end. */
  text(max = 6): string {
    const lines = [...this.found].flatMap(([attack, findings]) => [
      ...findings
        .slice(0, max)
        .map(
          ({ call, answer, why }) =>
            `✗ ${attack}\n    call:   ${call}\n    answer: ${answer}\n    wrong:  ${why}`,
        ),
      ...(findings.length > max ? [`✗ ${attack}: and ${String(findings.length - max)} more`] : []),
    ])
    return [
      ...lines,
      `${String(this.passed.length)} attacks held, ${String(this.failed.length)} did not`,
      `${String(this.calls)} calls, ${String(this.findings.length)} findings`,
    ].join('\n')
  }
}
