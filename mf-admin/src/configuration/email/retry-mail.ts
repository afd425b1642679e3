import { counted } from '@shop/pricing'
import { BackendError, row, useAppMutation, type Backend } from '@shop/supabase'
import { useToast } from '@shop/ui'
import * as v from 'valibot'
import { useRefresh } from '../../frame/staff/use-refresh'

/** Queues a failed email again; a gift card gets a new code. @throws BackendError */
async function retryMail(db: Backend, id: string): Promise<void> {
  await row(db.rpc('retry_mail', { p_id: id }))
}

/** Sends one failed email again, and says how it went. */
export function useRetryMail() {
  const toast = useToast()
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: retryMail,
    onSuccess: async () => {
      toast({ title: 'Email queued', description: 'It is sent again within a minute.', status: 'success' })
      await refresh('mail')
    },
    onError: (failure: Error) => {
      console.error(failure)
      const isRejected = failure instanceof BackendError && failure.status === 409
      toast({
        title: 'Not sent again',
        description: isRejected ? failure.message : 'Something went wrong. Please try again.',
        status: 'error',
      })
    },
  })
}

/** An email that must not be sent again. */
interface RejectedMail {
  id: string
  recipient: string
  /** In the words of the database. */
  reason: string
}

const outcomeSchema = v.object({
  queued: v.number(),
  rejected: v.array(v.object({ id: v.string(), recipient: v.string(), reason: v.string() })),
  next: v.nullable(v.string()),
})

/** Queues every failed email again, some at a time. @throws BackendError; what was queued before stays so */
async function retryAll(db: Backend): Promise<{ queued: number; rejected: RejectedMail[] }> {
  const all = { queued: 0, rejected: new Array<RejectedMail>() }
  let after: string | null = null
  do {
    const outcome: v.InferOutput<typeof outcomeSchema> = v.parse(
      outcomeSchema,
      await row(db.rpc('retry_failed_mail', after === null ? {} : { p_after: after })),
    )
    all.queued += outcome.queued
    all.rejected.push(...outcome.rejected)
    after = outcome.next
  } while (after !== null)
  return all
}

/** Sends all failed emails again. */
export function useRetryAll() {
  const toast = useToast()
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: retryAll,
    onSuccess: ({ queued }) => {
      const count = counted(queued, 'email is', 'emails are')
      toast({
        title: 'Emails queued',
        description: `${count} sent again within a minute.`,
        status: 'success',
      })
    },
    onError: (failure: Error) => {
      console.error(failure)
      toast({
        title: 'Error',
        description: 'Not all emails could be queued. Please try again.',
        status: 'error',
      })
    },
    onSettled: () => refresh('mail'),
  })
}
