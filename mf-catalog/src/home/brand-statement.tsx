import { Grid, Heading, Picture, Stack, Text, TextLink, Wrap } from '@shop/ui'

/** What the brand stands for, with a link to discreet shipping. */
export function BrandStatement() {
  return (
    <Wrap paddingTop="section">
      <Grid
        gridTemplateColumns={{ base: '1fr', md: '5fr 7fr' }}
        gap={{ base: '2rem', md: 'clamp(2rem, 5vw, 5rem)' }}
        alignItems="center"
      >
        <Picture
          src="/media/plain-parcel-wide.webp"
          masterWidth={1800}
          ratio="4 / 3"
          alt="A parcel in plain brown paper, without a word on it"
          sizes="(min-width: 1440px) 530px, (min-width: 560px) 40vw, 92vw"
        />
        <Stack gap="1.75rem" alignItems="start">
          <Heading level={2}>Privacy is part of the craft</Heading>
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
