import { chakra, IconButton } from '@shop/ui'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { columnHelper } from '../../kit/columns'
import { RowIconLink, RowLink } from '../../kit/row-link'
import type { SearchWords } from './list-search-words'

/** The name of an entry: the first of its words. */
const nameOf = ({ typed }: SearchWords): string => typed[0] ?? ''

const column = columnHelper<SearchWords>()

/** The columns of the search words. @param onDelete undefined for members who may not change the catalogue */
export const searchWordsColumns = (onDelete: ((entry: SearchWords) => void) | undefined) =>
  column.columns([
    column.accessor(({ typed }) => typed.join(', '), {
      id: 'typed',
      header: 'Shoppers type',
      meta: { width: '44%', narrow: 'title' },
      cell: ({ getValue, row: { id } }) => (
        <RowLink id={id} fontWeight={500}>
          {getValue()}
        </RowLink>
      ),
    }),
    column.accessor(({ means }) => means.join(', '), {
      id: 'means',
      header: 'The shop says',
      meta: { narrow: 'detail' },
      cell: ({ getValue }) => getValue() || <chakra.span color="muted">No other words</chakra.span>,
    }),
    column.accessor('category', {
      header: 'Category',
      meta: { narrow: 'aside' },
      cell: ({ getValue }) =>
        getValue()?.name ?? (
          <chakra.span data-only="wide" color="muted">
            None
          </chakra.span>
        ),
    }),
    ...(onDelete
      ? [
          column.display({
            id: 'actions',
            header: 'Actions',
            meta: { hideHeader: true, narrow: 'actions' },
            cell: ({ row: { id, original } }) => (
              <>
                <RowIconLink id={id} label={`Edit ${nameOf(original)}`} icon={Pencil} />
                <IconButton
                  label={`Delete ${nameOf(original)}`}
                  icon={Trash2}
                  size="s"
                  onClick={() => onDelete(original)}
                />
              </>
            ),
          }),
        ]
      : []),
  ])
