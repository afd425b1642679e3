import { useAppMutation } from '@shop/supabase'
import { Box, Button, useToast } from '@shop/ui'
import { errorWords } from '../../kit/error-words'
import { useUndoToast } from '../../kit/undo-toast'
import { useRefresh } from '../../frame/staff/use-refresh'
import { decideReview, type OfficeReview, type ReviewState } from './office-reviews'

const choices: Record<ReviewState, { label: string; state: ReviewState }[]> = {
  pending: [
    { label: 'Approve', state: 'approved' },
    { label: 'Reject', state: 'rejected' },
  ],
  approved: [{ label: 'Reject', state: 'rejected' }],
  rejected: [{ label: 'Approve', state: 'approved' }],
}
const outcome: Record<ReviewState, string> = {
  approved: 'The review is shown in the shop.',
  rejected: 'The review is not shown.',
  pending: 'The review waits again.',
}

/** What can be decided about a review, at once and with undo. */
export function ReviewActions({ review }: { review: OfficeReview }) {
  const toast = useToast()
  const undoToast = useUndoToast()
  const refresh = useRefresh()
  const decide = useAppMutation({ mutationFn: decideReview, onSettled: () => refresh('reviews') })
  const change = async (state: ReviewState, undoable: boolean) => {
    try {
      await decide.mutateAsync({ id: review.id, state })
    } catch (error) {
      const description = errorWords(error, 'Failed to save the decision. Please try again.')
      toast({ title: 'Error', description, status: 'error' })
      return
    }
    if (!undoable) return
    undoToast({
      title: 'Success',
      description: outcome[state],
      onUndo: () => void change(review.state, false),
    })
  }
  return (
    <Box display="flex" flexWrap="wrap" gap=".5rem">
      {choices[review.state].map(({ label, state }) => (
        <Button
          key={state}
          variant="quiet"
          busy={decide.isPending && decide.variables.state === state}
          aria-label={`${label} ${review.author}’s review of ${review.product}`}
          onClick={() => void change(state, true)}
        >
          {label}
        </Button>
      ))}
    </Box>
  )
}
