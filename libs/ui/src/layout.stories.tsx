import { Box, Flex, Grid, HStack, Rule, Stack, Text, VisuallyHidden, Wrap } from './layout'

export default {}

const parts = ['One', 'Two', 'Three'].map((name) => (
  <Box key={name} layerStyle="panel" padding="3">
    {name}
  </Box>
))

export const Arrangements = () => (
  <Wrap>
    <Stack gap="6">
      <Stack gap="2">{parts}</Stack>
      <HStack gap="2">{parts}</HStack>
      <Flex justifyContent="space-between">{parts}</Flex>
      <Grid gridTemplateColumns="repeat(3, 1fr)" gap="2">
        {parts}
      </Grid>
      <Rule />
      {['lead', 'body', 'small', 'micro', 'figure'].map((style) => (
        <Text key={style} textStyle={style}>
          Text in the style {style}, £12.50
        </Text>
      ))}
      <VisuallyHidden>Only screen readers read this.</VisuallyHidden>
    </Stack>
  </Wrap>
)
