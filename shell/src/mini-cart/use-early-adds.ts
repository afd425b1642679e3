import { addedToast, useCartActions } from '@shop/cart'
import { useToast } from '@shop/ui'
import { useEffect, useState } from 'react'

/**
 * Takes over what the page's first script has added to the cart: reads the cart again and shows the toast. The script leaves the id
 * of what was added in `data-about` of the page, before the shop's scripts are there or later.
 * @returns whether there was something
 */
export function useEarlyAdds(): boolean {
  const { refetch } = useCartActions()
  const toast = useToast()
  const [hasSome, setHasSome] = useState(false)
  useEffect(() => {
    const page = document.documentElement
    const takeOver = () => {
      const about = page.dataset.about
      if (about === undefined) return
      delete page.dataset.about
      setHasSome(true)
      void refetch()
      // The page has said the words to those who do not see them. Nobody should read them twice.
      document.querySelector('[data-said]')?.replaceChildren()
      toast({ ...addedToast(about), isSaid: true })
    }
    takeOver()
    const changes = new MutationObserver(takeOver)
    changes.observe(page, { attributeFilter: ['data-about'] })
    return () => {
      changes.disconnect()
    }
  }, [refetch, toast])
  return hasSome
}
