import { Box, Loading, Skeleton, Stack, Wrap } from '@shop/ui'
import { GalleryFrame, ProductFrame, Thumbnails } from './product-frame'

/** Placeholder of a loading product page. */
export function ProductSkeleton() {
  return (
    <Wrap>
      <Loading label="Loading product">
        <ProductFrame>
          <GalleryFrame>
            <Skeleton aspectRatio="4 / 5" />
            <Thumbnails>
              <Skeleton aspectRatio="4 / 5" />
              <Skeleton aspectRatio="4 / 5" />
            </Thumbnails>
          </GalleryFrame>
          <Stack gap="1.6rem" paddingTop={{ lg: '.5rem' }}>
            <Stack gap=".75rem">
              <Skeleton height="3rem" width="80%" />
              <Skeleton height="3.6rem" />
            </Stack>
            <Stack gap="1rem">
              <Skeleton height="3.4rem" width="8rem" />
              <Skeleton height="1.3rem" width="16rem" />
              <Skeleton height="1.6rem" width="5rem" />
            </Stack>
            <Skeleton height="48px" />
            <Skeleton height="2.7rem" />
            <Box>
              <Skeleton height="18rem" />
            </Box>
          </Stack>
        </ProductFrame>
      </Loading>
    </Wrap>
  )
}
