import { cleanText } from '@shop/settings'
import { useAppMutation, useAppQuery, useBackend, useQueryClient } from '@shop/supabase'
import { chakra, ErrorState, IconButton, Loading, Skeleton, Text, useToast } from '@shop/ui'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import * as v from 'valibot'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { formatDateTime } from '../../kit/dates'
import { errorWords } from '../../kit/error-words'
import { TextareaField } from '../../kit/fields'
import { Form, SubmitButton, useKitForm } from '../../kit/form'
import { colleagueName, colleaguesQuery } from '../staff/colleagues'
import { useStaff } from '../staff/use-staff'
import {
  addNote,
  deleteNote,
  maxLength,
  maxShown,
  notesQuery,
  type StaffNote,
  type Subject,
} from './staff-notes'

export interface NotesProps {
  subject: Subject
  /** Id of the order or customer. */
  id: string
  /** Customers whose records are merged into this one's: their notes are shown too. */
  mergedIds?: readonly string[]
}

const List = chakra('ul', {
  base: {
    border: '1px solid {colors.line}',
    borderRadius: 'panel',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gap: '.2rem .8rem',
      padding: '.7rem 1.1rem',
    },
    '& > li + li': { borderTop: '1px solid {colors.line}' },
  },
})

/**
 * What staff note about an order or a customer, newest first; shoppers never see it. Everybody who may see the subject may add
 * notes and delete their own. Holds a form, so it cannot be placed inside of one.
 */
export function Notes({ subject, id, mergedIds }: NotesProps) {
  const { data: notes, error, isFetching, refetch } = useAppQuery(notesQuery(subject, id, mergedIds))
  const [deleting, setDeleting] = useState<StaffNote | null>(null)
  return (
    <chakra.div display="grid" gap="1rem">
      <AddNote subject={subject} id={id} mergedIds={mergedIds} />
      {notes ? (
        <NoteList notes={notes} onDelete={setDeleting} />
      ) : error ? (
        <ErrorState
          level={3}
          title="The notes could not be loaded"
          text="Please try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading notes">
          <Skeleton height="3rem" />
        </Loading>
      )}
      <DeleteNote
        subject={subject}
        id={id}
        mergedIds={mergedIds}
        note={deleting}
        onClose={() => setDeleting(null)}
      />
    </chakra.div>
  )
}

const noteSchema = v.object({
  note: v.pipe(
    v.string(),
    v.transform(cleanText),
    v.nonEmpty('Please write a note.'),
    v.maxLength(maxLength, `At most ${maxLength.toLocaleString('en-GB')} characters, please.`),
  ),
})

function AddNote({ subject, id, mergedIds }: NotesProps) {
  const backend = useBackend()
  const queries = useQueryClient()
  const form = useKitForm(noteSchema, {
    defaultValues: { note: '' },
    onSubmit: ({ note }) => addNote(backend, subject, id, note),
    onSaved: () => {
      form.reset({ note: '' })
      void queries.invalidateQueries({ queryKey: notesQuery(subject, id, mergedIds).key })
    },
    failure: 'Failed to add the note. Please try again.',
  })
  return (
    <Form form={form}>
      <TextareaField
        {...form.field('note')}
        label="Add a note"
        hint="Only staff see notes."
        rows={2}
        maxLength={maxLength}
      />
      <div>
        <SubmitButton variant="quiet">Add note</SubmitButton>
      </div>
    </Form>
  )
}

function NoteList({ notes, onDelete }: { notes: readonly StaffNote[]; onDelete: (note: StaffNote) => void }) {
  const { data: colleagues } = useAppQuery(colleaguesQuery)
  const { userId } = useStaff()
  if (notes.length === 0) return <Text color="muted">No notes yet.</Text>
  return (
    <>
      <List aria-label="Notes">
        {notes.slice(0, maxShown).map((note) => (
          <li key={note.id}>
            <div>
              <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
                {note.text}
              </Text>
              <Text textStyle="micro" color="muted">
                {colleagueName(colleagues, note.author)},{' '}
                <time dateTime={note.at.toISOString()}>{formatDateTime(note.at)}</time>
              </Text>
            </div>
            {note.author === userId && (
              <IconButton
                label={`Delete note of ${formatDateTime(note.at)}`}
                icon={Trash2}
                size="s"
                onClick={() => onDelete(note)}
              />
            )}
          </li>
        ))}
      </List>
      {notes.length > maxShown && (
        <Text textStyle="micro" color="muted">
          The newest {maxShown} are shown.
        </Text>
      )}
    </>
  )
}

function DeleteNote({
  subject,
  id,
  mergedIds,
  note,
  onClose,
}: NotesProps & { note: StaffNote | null; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  const remove = useAppMutation({
    mutationFn: (db, noteId: string) => deleteNote(db, subject, noteId),
    onError: (error: Error) => {
      console.error(error)
      const description = errorWords(error, 'Failed to delete the note. Please try again.')
      toast({ title: 'Error', description, status: 'error' })
    },
    onSettled: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: notesQuery(subject, id, mergedIds).key })
    },
  })
  return (
    <ConfirmDialog
      open={note !== null}
      title="Delete note"
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      busyLabel="Deleting..."
      onConfirm={() => note && remove.mutate(note.id)}
      onClose={onClose}
    >
      Are you sure you want to delete this note? This action cannot be undone.
    </ConfirmDialog>
  )
}
