import { useAppMutation } from '@shop/supabase'
import { Button, useToast } from '@shop/ui'
import type { FilterValues } from '../../../kit/url-state'
import { listMatching, type ListedProduct, type ProductPage } from '../list-products'
import { maxBulk } from './bulk-products'

interface SelectMatchingProps {
  page: ProductPage
  filter: FilterValues
  sort: string
  /** How many are selected. */
  selected: number
  onSelect: (products: ListedProduct[]) => void
}

/** Selects what matches on all pages, as many as can be changed at once; nothing when they already are. */
export function SelectMatching({ page, filter, sort, selected, onSelect }: SelectMatchingProps) {
  const toast = useToast()
  const fetching = useAppMutation({
    mutationFn: listMatching,
    onSuccess: onSelect,
    onError: (error) => {
      console.error(error)
      toast({
        title: 'Error',
        description: 'Failed to load products and categories.',
        status: 'error',
      })
    },
  })
  const count = Math.min(page.total, maxBulk)
  if (page.pages === 1 || selected >= count) return null
  const isAll = page.exact && page.total <= maxBulk
  return (
    <Button
      variant="text"
      busy={fetching.isPending}
      busyLabel="Selecting..."
      onClick={() => {
        fetching.mutate({ filter, sort, most: maxBulk })
      }}
    >
      {isAll ? `Select all ${String(count)} that match` : `Select the first ${String(count)} that match`}
    </Button>
  )
}
