import { chakra, Picture } from '@shop/ui'
import { columnHelper } from '../../kit/columns'
import { placeholderPicture } from './placeholder-picture'

/** The column with the picture of a product. */
export const imageColumn = <Row extends { image: string | null }>() =>
  columnHelper<Row>().accessor(({ image }) => image, {
    id: 'image',
    header: 'Image',
    meta: { width: '66px', narrow: 'media' },
    cell: ({ getValue }) => (
      <chakra.span display="block" width={{ base: '44px', lg: '34px' }}>
        <Picture src={getValue() ?? placeholderPicture} alt="" sizes="44px" />
      </chakra.span>
    ),
  })
