import { useNavigate, useSearchParams } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import { useEffect, useMemo, useRef } from 'react'
import { savedViewsQuery, type SavedView, type ViewScreen } from './saved-views'
import { isPlain, viewQuery, withView, type ListParams } from './view-query'

/** A list as its views see it. */
export interface ViewedList {
  screen: ViewScreen
  /** The parameters of the list in the address; declared outside of the component. */
  params: ListParams
  /** The columns that are hidden, where the list lets them be. */
  columns?: { hidden: readonly string[]; known: readonly string[]; change: (hidden: string[]) => void }
}

/** The views of a list, the one that is shown now, and what applies one. A list that is opened without filters shows its default view. */
export function useViews({ screen, params: schema, columns }: ViewedList) {
  const { data: views, error } = useAppQuery(savedViewsQuery(screen))
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const query = useMemo(() => viewQuery(schema, params), [schema, params])
  const hiddenColumns = columns?.hidden ?? []
  const sameColumns = (view: SavedView) =>
    !columns || [...view.hiddenColumns].sort().join(' ') === [...columns.hidden].sort().join(' ')
  const queryOf = (view: SavedView) => viewQuery(schema, new URLSearchParams(view.query))
  const current = views?.find((view) => queryOf(view) === query && sameColumns(view))

  const apply = (view: SavedView, { replace = false } = {}) => {
    const search = withView(schema, params, view.query).toString()
    // Columns that the list no longer has are left out.
    columns?.change(view.hiddenColumns.filter((id) => columns.known.includes(id)))
    void navigate({ search }, { replace, preventScrollReset: true })
  }
  // Once for each visit: whoever clears the filters later wants to see everything.
  const isNew = useRef(true)
  const standard = views?.find(({ isDefault }) => isDefault)
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  useEffect(() => {
    if (!views || !isNew.current) return
    isNew.current = false
    if (standard && isPlain(params)) latest.current(standard, { replace: true })
  }, [views, standard, params])

  return { views, error, current, query, hiddenColumns, apply }
}
