import { chakra, Icon, VisuallyHidden } from '@shop/ui'
import Star from 'lucide-react/icons/star'
import { averageText } from './review'

const Row = chakra('span', { base: { display: 'inline-flex', gap: '1px', color: 'brass' } })
const Place = chakra('span', {
  base: { display: 'inline-flex', '&[data-full] svg': { fill: 'currentColor' } },
})

/** A rating as five stars, those that are reached filled. @param stars from 1 to 5 */
export function Stars({ stars }: { stars: number }) {
  return (
    <Row>
      <VisuallyHidden>{averageText(stars)} out of 5 stars</VisuallyHidden>
      {[1, 2, 3, 4, 5].map((place) => (
        <Place key={place} data-full={place <= Math.round(stars) || undefined}>
          <Icon as={Star} size="s" />
        </Place>
      ))}
    </Row>
  )
}
