import { useAppMutation, useQueryClient, type Backend } from '@shop/supabase'

/**
 * A write that moves money or status of an order; whatever shows orders, stock or customers is read again. The quote of a
 * refund that was made is not: the order may have nothing left to quote, which is an error.
 */
export function useRefundMutation<Input, Result>(write: (db: Backend, input: Input) => Promise<Result>) {
  const queries = useQueryClient()
  return useAppMutation({
    mutationFn: write,
    onSettled: (_, error) =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [name] }) =>
          error !== null || (name !== 'refund-quote' && name !== 'exchange-quote'),
      }),
  })
}
