import { BackendError, useAppQuery } from '@shop/supabase'
import { Dialog, EmptyState, ErrorState, Loading, Skeleton } from '@shop/ui'
import { useEffect, useRef, useState } from 'react'
import type { UnsavedGuard } from '../../kit/unsaved-guard'
import { MessageView } from './message-view'
import { messageQuery, useChangeMessage } from './message-record'

interface MessageDialogProps {
  id: string
  onClose: () => void
}

/** A message in a dialog. Opening it marks it as read. */
export function MessageDialog({ id, onClose }: MessageDialogProps) {
  const { data: message, error, isFetching, refetch } = useAppQuery(messageQuery(id))
  const { mutate: markRead } = useChangeMessage(id)
  // Once: a message that is marked as unread again stays so while the dialog closes.
  const [isOpened, setOpened] = useState(false)
  useEffect(() => {
    if (isOpened || !message) return
    setOpened(true)
    if (!message.isRead) markRead({ is_read: true })
  }, [isOpened, message, markRead])
  const guard = useRef<UnsavedGuard | null>(null)
  const close = () => {
    if (guard.current) guard.current.leave(onClose)
    else onClose()
  }
  const isGone = error instanceof BackendError && (error.status === 404 || error.status === 400)
  return (
    <Dialog open placement="wide" title={message?.subject ?? 'Message'} onClose={close}>
      {isGone ? (
        <EmptyState level={3} title="This message does not exist" text="A colleague may have deleted it." />
      ) : message ? (
        <MessageView message={message} guard={guard} onClose={onClose} />
      ) : error ? (
        <ErrorState
          level={3}
          title="The message could not be loaded"
          text="Nothing was changed. Please try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading message">
          <Skeleton height="8rem" />
        </Loading>
      )}
    </Dialog>
  )
}
