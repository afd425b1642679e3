/** What a page's first script is told about a press on "Add to cart". */
export type EarlyAnswer =
  /** `refused` is why, as in the cart's URL. */
  | { count: null; refused: string }
  | {
      /** Pieces in the cart, as the header's badge shows them, and the name of the link to it. */
      count: string
      label: string
      /** For screen readers, as the shop's own scripts say it. */
      said: string
      /** Id of the variant that was added, or of the product where it has no variants. */
      about: string
      /** Whose cart it is; null for a signed-in visitor. */
      guest: string | null
    }
