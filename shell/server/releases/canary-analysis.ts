/**
 * What web servers count of a set while a canary runs. Of `document`, `file` and `load` n is network addresses, and failures are those of
 * them with at least one failure, so that nobody counts twice. Of `pace` n is pairs of renders, and failures are those in which the candidate
 * was slower.
 */
export const sampleKinds = ['document', 'file', 'load', 'pace'] as const
export type SampleKind = (typeof sampleKinds)[number]

/** How many were counted, and how many of them failed. */
export interface Count {
  n: number
  failures: number
}

/** What was counted of both sets since the canary has its share. */
export interface CanaryCounts {
  candidate: Readonly<Record<SampleKind, Count>>
  live: Readonly<Record<SampleKind, Count>>
  /** Since when it has its share, in seconds. */
  seconds: number
}

/** What is to be done about a canary, and why. `wait` while too few samples say anything, and while nothing speaks against it. */
export interface CanaryVerdict {
  does: 'stop' | 'wait' | 'advance'
  why: string
}

/** How much is needed to decide. */
const needs = {
  /** Of each set, before a difference counts. */
  samples: 50,
  /** Failures of the candidate, before a difference counts. */
  failures: 8,
  /** Addresses of each set that got documents and whose browsers ran them, before a step ends. */
  addresses: 500,
  /** Pairs of renders before a step ends. */
  pairs: 50,
  /** Before a step ends. */
  seconds: 300,
}

/**
 * By how much the candidate's failures must be likelier than chance. A healthy candidate is stopped with a probability of at most its
 * inverse by each of the five comparisons in each of at most three steps (Ville's inequality): 15 / 2,000 is below 1 %.
 */
const stopLikelihood = 2000

/** How many times as often the candidate may fail; each is one hypothesis of the mixture. */
const ratios = [1.1, 1.25, 1.5, 2, 3, 5, 10, 30, 100]

/**
 * How much likelier it is that the candidate fails more often than that both fail alike: the likelihood ratio of a mixture sequential
 * probability ratio test (Robbins 1970), which may be looked at after every sample. As visitors are assigned by chance, a failure is the
 * candidate's with the probability of its share of the samples if both fail alike.
 * @param share the candidate's share of the samples, above 0 and below 1
 */
function evidence(candidate: number, live: number, share: number): number {
  const ofRatio = (ratio: number) => {
    const probability = (ratio * share) / (ratio * share + 1 - share)
    return Math.exp(
      candidate * Math.log(probability / share) + live * Math.log((1 - probability) / (1 - share)),
    )
  }
  return ratios.reduce((sum, ratio) => sum + ofRatio(ratio), 0) / ratios.length
}

const percent = ({ n, failures }: Count) => `${((failures / n) * 100).toFixed(1)} %`

const isWorse = (candidate: Count, live: Count): boolean =>
  Math.min(candidate.n, live.n) >= needs.samples &&
  candidate.failures >= needs.failures &&
  evidence(candidate.failures, live.failures, candidate.n / (candidate.n + live.n)) >= stopLikelihood

/**
 * Whether the scripts of the candidate's documents start less often: of the loads fewer are its own than of the documents. What is missing
 * is no count of failures, since a document and its load may be counted by different web servers, seconds apart.
 */
const startsLessOften = ({ candidate, live }: Omit<CanaryCounts, 'seconds'>): boolean =>
  Math.min(candidate.document.n, live.document.n) >= needs.samples &&
  evidence(live.load.n, candidate.load.n, live.document.n / (candidate.document.n + live.document.n)) >=
    stopLikelihood

/** Says whether a canary goes on. Missing data never advances it. */
export function analyseCanary({ candidate, live, seconds }: CanaryCounts): CanaryVerdict {
  const comparisons: [string, Count, Count][] = [
    ['documents fail on the server', candidate.document, live.document],
    ['files fail', candidate.file, live.file],
    ['loads fail in browsers', candidate.load, live.load],
  ]
  for (const [what, ofCandidate, ofLive] of comparisons)
    if (isWorse(ofCandidate, ofLive))
      return {
        does: 'stop',
        why: `Its ${what}: ${percent(ofCandidate)}, of the live set ${percent(ofLive)}.`,
      }
  if (startsLessOften({ candidate, live })) {
    const [ofCandidate, ofLive] = [candidate, live].map(({ document, load }) =>
      percent({ n: document.n, failures: load.n }),
    )
    return {
      does: 'stop',
      why: `Its scripts start less often: in ${ofCandidate ?? ''} of documents, of the live set ${ofLive ?? ''}.`,
    }
  }
  const { n: pairs, failures: slower } = candidate.pace
  if (pairs >= needs.samples && evidence(slower, pairs - slower, 0.5) >= stopLikelihood)
    return {
      does: 'stop',
      why: `It renders slower by more than a fifth in ${percent(candidate.pace)} of comparisons.`,
    }
  const least = (kind: 'document' | 'load') => Math.min(candidate[kind].n, live[kind].n)
  const lacks = [
    ['addresses with documents', least('document'), needs.addresses],
    ['addresses with loads', least('load'), needs.addresses],
    ['pairs of renders', pairs, needs.pairs],
    ['seconds', Math.floor(seconds), needs.seconds],
  ] as const
  const missing = lacks.find(([, has, needed]) => has < needed)
  if (missing) {
    const [what, has, needed] = missing
    return { does: 'wait', why: `Too few samples: ${String(has)} of ${String(needed)} ${what}.` }
  }
  return {
    does: 'advance',
    why: `No more failures than the live set, nor slower, in ${String(least('load'))} loads.`,
  }
}
