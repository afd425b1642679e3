import { chakra, Picture } from '@shop/ui'
import type { DataColumn } from '../kit/data-column'
import { placeholderPicture } from './placeholder-picture'

/** The column with the picture of a product. */
export const imageColumn = <Row extends { image: string | null }>(): DataColumn<Row> => ({
  id: 'image',
  header: 'Image',
  width: '66px',
  narrow: 'media',
  cell: ({ image }) => (
    <chakra.span display="block" width={{ base: '44px', lg: '34px' }}>
      <Picture src={image ?? placeholderPicture} alt="" sizes="44px" />
    </chakra.span>
  ),
})
