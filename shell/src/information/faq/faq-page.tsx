import { useSettings } from '@shop/settings'
import { Box, Disclosure, Text, TextLink } from '@shop/ui'
import { StructuredData } from '../../layout/structured-data'
import { InformationPage } from '../information-page'
import { questions } from './questions'

/** Ten questions, closed until they are asked. */
export function Component() {
  const { freeFrom } = useSettings().shipping
  const asked = questions(freeFrom)
  return (
    <InformationPage path="/faq" heading="Questions and answers" lead="What we are asked most often. If yours is missing, write to us.">
      <Box layerStyle="rule" maxWidth="48rem">
        {asked.map(({ question, answer, more }) => (
          <Disclosure key={question} title={question}>
            <Text maxWidth="64ch">{answer}</Text>
            {more && (
              <TextLink block to={more.to}>
                {more.label}
              </TextLink>
            )}
          </Disclosure>
        ))}
      </Box>
      <StructuredData
        data={{
          '@type': 'FAQPage',
          mainEntity: asked.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        }}
      />
    </InformationPage>
  )
}
