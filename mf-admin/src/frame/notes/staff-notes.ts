import { queryOptions, row, rows, type Backend } from '@shop/supabase'

/** What notes are about. */
export type Subject = 'order' | 'customer'

/** A note of staff. */
export interface StaffNote {
  id: string
  /** The user who wrote it; null once the account is deleted. */
  author: string | null
  text: string
  at: Date
}

/** Characters of a note. */
export const maxLength = 2000

/** Notes that are shown at most. */
export const maxShown = 100

const notesKey = 'staff-notes'

/**
 * The newest notes on a subject, one more than are shown. Needs the right to its subject.
 *
 * @param mergedIds customers whose records are merged into this one's
 */
export const notesQuery = (subject: Subject, id: string, mergedIds: readonly string[] = []) =>
  queryOptions({
    key: [notesKey, subject, id, ...mergedIds],
    queryFn: async (db, signal): Promise<StaffNote[]> => {
      const columns = 'id, author, text, created_at'
      const notes =
        subject === 'order'
          ? db.from('order_notes').select(columns).eq('order_id', id)
          : db
              .from('customer_notes')
              .select(columns)
              .in('customer_id', [id, ...mergedIds])
      const data = await rows(
        notes
          .order('created_at', { ascending: false })
          .order('id')
          .limit(maxShown + 1)
          .abortSignal(signal),
      )
      return data.map(({ created_at, ...note }) => ({ ...note, at: new Date(created_at) }))
    },
  })

/** Adds a note in the caller's name. @throws BackendError */
export async function addNote(db: Backend, subject: Subject, id: string, text: string): Promise<void> {
  await row(
    subject === 'order'
      ? db.from('order_notes').insert({ order_id: id, text })
      : db.from('customer_notes').insert({ customer_id: id, text }),
  )
}

/** Deletes a note of the caller's. @throws BackendError */
export async function deleteNote(db: Backend, subject: Subject, noteId: string): Promise<void> {
  await row(
    db
      .from(subject === 'order' ? 'order_notes' : 'customer_notes')
      .delete()
      .eq('id', noteId),
  )
}
