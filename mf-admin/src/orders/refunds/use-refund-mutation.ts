import { useAppMutation, useQueryClient, type Backend } from '@shop/supabase'

/** A write that moves money or status of an order; whatever shows orders, stock or customers is read again. */
export function useRefundMutation<Input, Result>(write: (db: Backend, input: Input) => Promise<Result>) {
  const queries = useQueryClient()
  return useAppMutation({ mutationFn: write, onSettled: () => queries.invalidateQueries() })
}
