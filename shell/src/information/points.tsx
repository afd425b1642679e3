import { chakra, Icon, Text, type IconComponent } from '@shop/ui'

/** A selling point. */
export interface Point {
  icon: IconComponent
  title: string
  text: string
}

const List = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      md: 'repeat(2, minmax(0, 1fr))',
      xl: 'repeat(4, minmax(0, 1fr))',
    },
    gap: '1.75rem 2rem',
    listStyleType: 'none',
  },
  variants: {
    three: {
      true: {
        gridTemplateColumns: {
          base: 'minmax(0, 1fr)',
          md: 'minmax(0, 1fr)',
          lg: 'repeat(3, minmax(0, 1fr))',
          xl: 'repeat(3, minmax(0, 1fr))',
        },
      },
    },
  },
})

const Item = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    gap: '.25rem 1rem',
    alignItems: 'start',
    lineHeight: 1.5,
  },
})

/** Selling points side by side, each with an icon. */
export function Points({ points }: { points: readonly Point[] }) {
  return (
    <List three={points.length === 3}>
      {points.map(({ icon, title, text }) => (
        <Item key={title}>
          <chakra.span paddingTop="2px">
            <Icon as={icon} />
          </chakra.span>
          <div>
            <Text fontWeight={520}>{title}</Text>
            <Text textStyle="small" color="muted">
              {text}
            </Text>
          </div>
        </Item>
      ))}
    </List>
  )
}
