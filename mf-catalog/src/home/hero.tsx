import { pictureSources } from '@shop/settings'
import { chakra, Flex, Heading, LinkButton, Text } from '@shop/ui'

const wideImage = { src: '/media/hero-wide.webp', masterWidth: 2400, media: '(min-width: 900px)' }
const tallImage = { src: '/media/hero-portrait.webp', masterWidth: 1600, media: '(max-width: 899.98px)' }

// As wide as the window: the text begins where the page does, the picture bleeds to the edge.
const Frame = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', lg: '5fr 7fr' },
    minHeight: { lg: 'clamp(640px, 42vw, 800px)' },
    paddingInlineStart: 'max({spacing.gutter}, 50% - {sizes.page} / 2 + {spacing.gutter})',
    paddingInlineEnd: { base: 'gutter', lg: '0' },
  },
})

const HeroText = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
    gap: { base: '1.25rem', lg: '1.6rem' },
    paddingBlock: { base: '2rem 2.5rem', lg: 'clamp(3rem, 7vw, 7rem) clamp(2.5rem, 5vw, 5rem)' },
    paddingInlineEnd: { lg: 'clamp(1.5rem, 5vw, 5.5rem)' },
  },
})

const Art = chakra('div', {
  base: {
    position: 'relative',
    order: { base: -1, lg: 0 },
    aspectRatio: { base: '1 / 1', md: '4 / 3', lg: 'auto' },
    overflow: 'hidden',
    background: 'sunken',
    marginInlineStart: { base: 'calc({spacing.gutter} * -1)', lg: '0' },
    marginInlineEnd: { base: 'calc({spacing.gutter} * -1)', lg: '0' },
    '& img': {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      objectFit: 'cover',
      objectPosition: { base: '50% 70%', lg: '90% 50%' },
      filter: 'brightness(var(--art-dim))',
    },
  },
})

/** The headline beside a still life: a wide picture for a desktop, a tall one for a phone. */
export function Hero() {
  return (
    <Frame>
      <HeroText>
        <Heading level={1} look="display">
          Made for the quiet hours
        </Heading>
        <Text textStyle="lead" color="inkSoft" maxWidth="34ch">
          Stone, glass, silk and candlelight. Objects for intimate wellness, finished by hand and sent without
          a word on the box.
        </Text>
        <Flex flexWrap="wrap" gap=".75rem">
          <LinkButton to="/products" variant="primary" flex={{ base: '1 1 140px', md: 'none' }}>
            Shop All
          </LinkButton>
          <LinkButton to="/categories" variant="quiet" flex={{ base: '1 1 140px', md: 'none' }}>
            Categories
          </LinkButton>
        </Flex>
      </HeroText>
      <Art>
        <picture>
          {[wideImage, tallImage].map(({ src, masterWidth, media }) => {
            const sizes = media === wideImage.media ? '100vw' : '115vw'
            return pictureSources(src, masterWidth, '').map((source) => (
              <source key={src + source.type} {...source} media={media} sizes={sizes} />
            ))
          })}
          <img
            src={wideImage.src}
            alt="Still life of stones, a gold-tone ring and a glass bottle on plinths, with an arch of window light"
            fetchPriority="high"
            decoding="async"
          />
        </picture>
      </Art>
    </Frame>
  )
}
