/** A refund that the fake Stripe has made. */
export interface FakeRefund {
  id: string
  object: 'refund'
  payment_intent: string
  /** Pence; undefined for a whole payment. */
  amount?: number
  status: 'succeeded' | 'failed'
  metadata: Record<string, string>
}

type Answer = [status: number, body: object]

/** Refunds as Stripe makes them: the same answer to the same key, one whole refund per payment, a list by payment. */
export function fakeRefunds() {
  const whole = new Set<string>()
  const made: FakeRefund[] = []
  const answers = new Map<string, Answer>()

  const create = (form: Record<string, string>): Answer => {
    const intent = form.payment_intent ?? ''
    if (whole.has(intent))
      return [
        400,
        {
          error: {
            type: 'invalid_request_error',
            code: 'charge_already_refunded',
            message: `Charge ${intent} has already been refunded.`,
          },
        },
      ]
    if (form.amount === undefined) whole.add(intent)
    const refund: FakeRefund = {
      id: `re_${String(made.length + 1)}`,
      object: 'refund',
      payment_intent: intent,
      ...(form.amount !== undefined && { amount: Number(form.amount) }),
      status: 'succeeded',
      metadata: form['metadata[shop_refund]'] ? { shop_refund: form['metadata[shop_refund]'] } : {},
    }
    made.push(refund)
    return [200, refund]
  }

  return {
    /** Payments refunded as a whole. */
    whole,
    made,
    /** A refund that was accepted comes back. @param shopRefund its id in the shop's database */
    fail(shopRefund: string) {
      for (const refund of made) if (refund.metadata.shop_refund === shopRefund) refund.status = 'failed'
    },
    /** Stripe forgets keys after a day. */
    forgetKeys: () => {
      answers.clear()
    },
    answer(path: string, form: Record<string, string>, key: string): Answer {
      const listed = new URL(path, 'http://stripe.test').searchParams.get('payment_intent')
      if (listed !== null)
        return [
          200,
          { object: 'list', has_more: false, data: made.filter((each) => each.payment_intent === listed) },
        ]
      const known = form.amount === undefined ? undefined : answers.get(key)
      const reply = known ?? create(form)
      answers.set(key, reply)
      return reply
    },
  }
}
