import { storeOf } from '@shop/federation/store'
import path from 'node:path'

const releasePath = /^\/releases\/(mf-[a-z-]+)\/([0-9a-z]+)\//

/** Path of a release's file on disk, from its URL. @param root folder of the shop */
export function releaseFile(root: string, url: string): string {
  return path.join(storeOf(root), url.replace(releasePath, '/$1/$2/'))
}
