import { Link } from '@shop/router'
import { chakra, IconButton, IconLink } from '@shop/ui'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { DataColumn } from '../kit/data-column'
import type { SearchWords } from './list-search-words'

const Title = chakra(Link, {
  base: {
    fontWeight: 500,
    textDecoration: 'underline',
    textDecorationColor: 'transparent',
    textUnderlineOffset: '.28em',
    '&:hover': { textDecorationColor: 'currentColor' },
  },
})

/** The name of an entry: the first of its words. */
const nameOf = ({ typed }: SearchWords): string => typed[0] ?? ''

/**
 * The columns of the search words.
 *
 * @param edit the address of the form for an entry; null for members who may not change the catalogue
 */
export function searchWordsColumns(
  edit: ((entry: SearchWords) => { search: string }) | null,
  onDelete: (entry: SearchWords) => void,
): DataColumn<SearchWords>[] {
  const columns: DataColumn<SearchWords>[] = [
    {
      id: 'typed',
      header: 'Shoppers type',
      width: '44%',
      narrow: 'title',
      cell: (entry) => {
        const words = entry.typed.join(', ')
        return edit ? <Title to={edit(entry)}>{words}</Title> : <b>{words}</b>
      },
    },
    {
      id: 'means',
      header: 'The shop says',
      narrow: 'detail',
      cell: ({ means }) => means.join(', ') || <chakra.span color="muted">No other words</chakra.span>,
    },
    {
      id: 'category',
      header: 'Category',
      narrow: 'aside',
      cell: ({ category }) =>
        category?.name ?? (
          <chakra.span data-only="wide" color="muted">
            None
          </chakra.span>
        ),
    },
  ]
  if (!edit) return columns
  return [
    ...columns,
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      narrow: 'actions',
      cell: (entry) => (
        <>
          <IconLink to={edit(entry)} label={`Edit ${nameOf(entry)}`} icon={Pencil} size="s" />
          <IconButton
            label={`Delete ${nameOf(entry)}`}
            icon={Trash2}
            size="s"
            onClick={() => onDelete(entry)}
          />
        </>
      ),
    },
  ]
}
