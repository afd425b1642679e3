import { Button, chakra, Icon, onDemand } from '@shop/ui'
import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'
import { ActionMenu } from '../../kit/controls'
import type { SavedView } from './saved-views'
import { useViews, type ViewedList } from './use-views'

const ViewDialogs = onDemand(async () => (await import('./view-dialogs')).ViewDialogs, 'The view')

const noteOf = ({ isDefault, isMine, isShared, by }: SavedView) => {
  if (!isMine) return by ? `Shared by ${by}` : 'Shared'
  if (isDefault) return isShared ? 'Default, shared' : 'Default'
  return isShared ? 'Shared' : ''
}

/** The views of a list: choose one, save what is shown now, or change the member's own. */
export function ViewMenu(list: ViewedList) {
  const { views, error, current, query, hiddenColumns, apply } = useViews(list)
  const [dialog, setDialog] = useState<'save' | SavedView | null>(null)
  const choices = views?.map((view) => ({
    id: view.id,
    label: view.name,
    note: noteOf(view),
    current: view === current,
    onChoose: () => apply(view),
  }))
  const changes = views
    ?.filter(({ isMine }) => isMine)
    .map((view) => ({
      id: `change ${view.id}`,
      label: `Change “${view.name}”`,
      name: `Change “${view.name}” or delete it`,
      current: false,
      onChoose: () => setDialog(view),
    }))
  const save = { label: 'Save this view', current: false, onChoose: () => setDialog('save') }
  const notice =
    error && !views
      ? 'The views could not be loaded.'
      : views?.length === 0 && 'No views yet. Set filters, then save them under a name.'
  return (
    <>
      <ActionMenu
        trigger={
          <Button variant="quiet">
            <Icon as={Bookmark} size="s" />
            <chakra.span maxWidth="14rem" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
              {current ? `View: ${current.name}` : 'Views'}
            </chakra.span>
          </Button>
        }
        align="start"
        width="min(20rem, calc(100vw - 16px))"
        notice={
          notice && (
            <chakra.p padding=".7rem" color={views && 'muted'}>
              {notice}
            </chakra.p>
          )
        }
        groups={[choices ?? [], [save, ...(changes ?? [])]]}
      />
      {dialog !== null && (
        <ViewDialogs
          screen={list.screen}
          view={dialog === 'save' ? undefined : dialog}
          shown={{ query, hiddenColumns: [...hiddenColumns] }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
