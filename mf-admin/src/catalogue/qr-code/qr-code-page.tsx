import { optionSlug } from '@shop/pricing'
import { PageHead, shop, useSite } from '@shop/settings'
import { Box, Button, Field, Flex, Grid, Icon, Input, PageHeader, Panel, Stack, useToast } from '@shop/ui'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Share from 'lucide-react/icons/share-2'
import { qrPng, qrSvgFile } from './qr-files'
import { saveFile } from '../../kit/save-file'
import { useCopy } from '../../kit/use-copy'
import { qrSize, StoreQr } from './store-qr'
import { Tips } from './tips'

const printSize = 1200
const fileName = (ending: string) => `${optionSlug(shop.name)}-qr-code${ending}`

/** The store's QR code: to download, share and print. */
export function Component() {
  const siteUrl = useSite().siteUrl
  const address = siteUrl || location.origin
  const toast = useToast()
  const [copied, copy] = useCopy('The store address is on your clipboard.')

  const download = async (file: Blob | Promise<Blob>, name: string) => {
    try {
      saveFile(await file, name)
      toast({ title: 'Downloaded!', description: name, status: 'success' })
    } catch (error) {
      console.error(error)
      toast({ title: 'Download failed', description: 'Please try again.', status: 'error' })
    }
  }

  const share = async () => {
    const data = { title: shop.name, url: address }
    // Not every browser has a share sheet, though its type says so.
    if (!('share' in navigator)) return copy(address)
    try {
      await navigator.share(data)
    } catch (error) {
      const isCancelled = error instanceof Error && error.name === 'AbortError'
      if (!isCancelled) await copy(address)
    }
  }

  return (
    <>
      <PageHead title="QR Code" description="Restricted access only" noindex />
      <PageHeader title="QR Code" text="A code that opens the store on any phone." />
      <Grid
        gap="1.5rem"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'auto minmax(0, 1fr)' }}
      >
        <Panel title="Store code">
          <Stack gap="1.25rem" width={{ base: '100%', lg: `${qrSize}px` }} maxWidth={`${qrSize}px`}>
            <Box background="#ffffff" aspectRatio="1" maxWidth={`${qrSize}px`}>
              <StoreQr address={address} />
            </Box>
            <Button full onClick={() => void download(qrPng(address, qrSize), fileName('.png'))}>
              <Icon as={Download} size="s" />
              Download
            </Button>
            <Button variant="quiet" full onClick={() => void share()}>
              <Icon as={Share} size="s" />
              Share
            </Button>
            <Flex flexWrap="wrap" gap=".75rem">
              <Button
                variant="quiet"
                flex="1 1 8rem"
                onClick={() => void download(qrPng(address, printSize), fileName('-print.png'))}
              >
                For print (PNG)
              </Button>
              <Button
                variant="quiet"
                flex="1 1 8rem"
                onClick={() => void download(Promise.resolve(qrSvgFile(address)), fileName('.svg'))}
              >
                For print (SVG)
              </Button>
            </Flex>
            <Stack gap=".75rem">
              <Field label="Store address">
                <Input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
              </Field>
              <Button variant="quiet" full onClick={() => void copy(address)}>
                <Icon as={copied ? Check : Copy} size="s" />
                {copied ? 'Copied' : 'Copy address'}
              </Button>
            </Stack>
          </Stack>
        </Panel>
        <Stack gap="1.5rem">
          <Tips />
        </Stack>
      </Grid>
    </>
  )
}
