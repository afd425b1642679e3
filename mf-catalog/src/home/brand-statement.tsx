import { Grid, Heading, Stack, Text, TextLink, Wrap } from '@shop/ui'

/** What the brand stands for, with a link to discreet shipping. */
export function BrandStatement() {
  return (
    <Wrap paddingTop="section">
      <Grid gridTemplateColumns={{ base: '1fr', lg: '5fr 7fr' }} gap="2rem" alignItems="start">
        <Heading level={2}>Privacy is part of the craft</Heading>
        <Stack gap="1.75rem" alignItems="start">
          <Text textStyle="statement" maxWidth="26em">
            We choose materials the way a jeweller does: body-safe, non-porous, pleasant to hold. Then we pack
            them the way you would want us to, in a plain box with a plain label.
          </Text>
          <TextLink to="/discretion" block>
            How discreet shipping works
          </TextLink>
        </Stack>
      </Grid>
    </Wrap>
  )
}
