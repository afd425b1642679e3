import type { SharedPage, UncompressedPage } from './page-cache'

/** A page to render. Its cache key covers all that it depends on except the shop's data; null for one visitor's own page. */
export interface RenderablePage {
  key: string | null
  /** The scripts that it names of its remote, without which it is another page; null while the remote's are missing, and for a page that differs by the guest's cookie. */
  files: string[] | null
  /** Whether a form may be posted to it. */
  takesForms: boolean
  render(): Promise<UncompressedPage | SharedPage>
}
