/** A refund that the fake Stripe has made. */
export interface FakeRefund {
  id: string
  object: 'refund'
  payment_intent: string
  /** Pence. */
  amount: number
  status: 'succeeded' | 'failed'
  metadata: Record<string, string>
}

type FakeResponse = [status: number, body: object]

/** Refunds as Stripe makes them: the same answer to the same key, a list by payment. */
export function fakeRefunds() {
  const made: FakeRefund[] = []
  const responses = new Map<string, FakeResponse>()

  const create = (form: Record<string, string>): FakeResponse => {
    const refund: FakeRefund = {
      id: `re_${String(made.length + 1)}`,
      object: 'refund',
      payment_intent: form.payment_intent ?? '',
      amount: Number(form.amount),
      status: 'succeeded',
      metadata: form['metadata[shop_refund]'] ? { shop_refund: form['metadata[shop_refund]'] } : {},
    }
    made.push(refund)
    return [200, refund]
  }

  return {
    made,
    /** A refund that was accepted comes back. @param shopRefund its id in the shop's database */
    fail(shopRefund: string) {
      for (const refund of made) if (refund.metadata.shop_refund === shopRefund) refund.status = 'failed'
    },
    /** Stripe forgets keys after a day. */
    forgetKeys: () => {
      responses.clear()
    },
    respond(path: string, form: Record<string, string>, key: string): FakeResponse {
      const listed = new URL(path, 'http://stripe.test').searchParams.get('payment_intent')
      if (listed !== null)
        return [
          200,
          { object: 'list', has_more: false, data: made.filter((each) => each.payment_intent === listed) },
        ]
      const reply = responses.get(key) ?? create(form)
      responses.set(key, reply)
      return reply
    },
  }
}
