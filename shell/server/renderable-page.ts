import type { SharedPage, UncompressedPage } from './page-cache'

/** A page to render. Its cache key covers all that it depends on except the shop's data; null for one visitor's own page. */
export interface RenderablePage {
  key: string | null
  /** The scripts that it names of its remote, without which it is another page; null while the remote's are missing. */
  files: string[] | null
  /** Drawn for a browser without scripts, which may post to it. */
  plain: boolean
  render(): Promise<UncompressedPage | SharedPage>
}
