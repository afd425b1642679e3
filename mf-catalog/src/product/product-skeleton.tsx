import { Box, Loading, Skeleton, Wrap } from '@shop/ui'
import { GalleryFrame, largeShape, ProductFrame, ProductText, Thumbnails } from './product-frame'

/** Placeholder of a loading product page. */
export function ProductSkeleton() {
  return (
    <Wrap>
      <Loading label="Loading product">
        <ProductFrame>
          <GalleryFrame>
            <Box>
              <Skeleton css={largeShape} />
            </Box>
            <Thumbnails>
              <Skeleton aspectRatio="4 / 5" />
              <Skeleton aspectRatio="4 / 5" />
            </Thumbnails>
          </GalleryFrame>
          <ProductText>
            <Skeleton height="3rem" width="80%" />
            <Skeleton height="7rem" width="16rem" />
            <Skeleton height="48px" />
            <Skeleton height="24rem" />
          </ProductText>
        </ProductFrame>
      </Loading>
    </Wrap>
  )
}
