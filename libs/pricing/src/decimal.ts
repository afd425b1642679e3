/** An exact decimal number, digits ÷ 10^scale, so that sums agree with Postgres `numeric` to the last digit. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const pattern = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i

/**
 * The exact decimal value of a number or numeral as written: 0.79 is 79/100, not its nearest binary fraction.
 *
 * @throws RangeError for anything that is not a finite number
 */
export function decimal(value: number | string): Decimal {
  const [, sign, whole, fraction = '', exponent = '0'] = pattern.exec(String(value).trim()) ?? []
  if (whole === undefined) throw new RangeError(`Not a number: ${value}`)
  const digits = BigInt(`${sign}${whole}${fraction}`)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale)
  return [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale), scale]
}

/** a + b, exactly. */
export function plus(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = aligned(a, b)
  return { digits: left + right, scale }
}

/** a − b, exactly, and 0 if that is negative. */
export function lessDownToZero(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = aligned(a, b)
  return { digits: left > right ? left - right : 0n, scale }
}

/** a × b, exactly. */
export function times(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale }
}

/** value × percent ÷ 100, exactly. */
export function percentOf(value: Decimal, percent: Decimal): Decimal {
  const product = times(value, percent)
  return { digits: product.digits, scale: product.scale + 2 }
}

/** Rounds to a whole number, halves up. */
export function roundHalfUp({ digits, scale }: Decimal): number {
  const unit = 10n ** BigInt(scale)
  const doubled = digits * 2n + unit
  const quotient = doubled / (unit * 2n)
  const floor = doubled < 0n && doubled % (unit * 2n) !== 0n ? quotient - 1n : quotient
  return Number(floor)
}

/** A part of an amount by its weight, rounded half up; 0 of no weight. Whole numbers of at least 0. */
export function shareOf(amount: number, part: number, whole: number): number {
  if (whole === 0) return 0
  const [numerator, denominator] = [BigInt(amount) * BigInt(part), BigInt(whole)]
  return Number((2n * numerator + denominator) / (2n * denominator))
}
