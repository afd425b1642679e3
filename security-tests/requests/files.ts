import { post, type Attack } from '../../supabase/tests/declaration/attack'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const keys = ['x.png', '../x.png', '..%2fx.png', '%2e%2e/%2e%2e/etc/passwd', 'kept/picture.webp']
const buckets = ['product-images', 'category-images', 'placeholders', 'private', '..', 'nonsense']

/** Files where none should go, and buckets that are not theirs. */
export function storageAttacks(): Attack[] {
  const image = { 'content-type': 'image/png' }
  const upload = (
    name: string,
    path: string,
    body: string | Uint8Array,
    headers: Record<string, string>,
  ): Attack[] =>
    (['guest', 'stranger'] as const).map((by) =>
      post(`${by} uploads ${name}`, by, 'rejected', path, body, headers),
    )
  return [
    ...keys.flatMap((key) =>
      upload(`to ${key.slice(0, 40)}`, `/storage/v1/object/product-images/${key}`, 'x', image),
    ),
    ...buckets.flatMap((bucket) =>
      upload(`into ${bucket}`, `/storage/v1/object/${bucket}/x.png`, 'x', { ...image, 'x-upsert': 'true' }),
    ),
    ...upload('an SVG as a PNG', '/storage/v1/object/product-images/a.png', svg, image),
    ...upload('an SVG', '/storage/v1/object/product-images/a.svg', svg, { 'content-type': 'image/svg+xml' }),
    ...upload('HTML', '/storage/v1/object/product-images/a.html', '<script>alert(1)</script>', {
      'content-type': 'text/html',
    }),
    ...upload('with another owner', '/storage/v1/object/product-images/o.png', 'x', {
      ...image,
      'x-metadata': Buffer.from('{"owner":"@staffUser@"}').toString('base64'),
      owner: '@staffUser@',
    }),
    ...(['guest', 'stranger'] as const).flatMap((by): Attack[] => [
      post(
        `${by} makes a bucket`,
        by,
        'rejected',
        '/storage/v1/bucket',
        '{"id":"mine","name":"mine","public":true}',
      ),
      post(
        `${by} opens a bucket`,
        by,
        'rejected',
        '/storage/v1/bucket/product-images',
        '{"public":true}',
        undefined,
        'PUT',
      ),
      post(`${by} empties a bucket`, by, 'nothing', '/storage/v1/bucket/product-images/empty', '{}'),
      post(
        `${by} deletes a bucket`,
        by,
        'rejected',
        '/storage/v1/bucket/placeholders',
        '{}',
        undefined,
        'DELETE',
      ),
      post(
        `${by} lists a bucket`,
        by,
        'nothing',
        '/storage/v1/object/list/product-images',
        '{"prefix":"","limit":100}',
      ),
      post(
        `${by} moves a picture`,
        by,
        'rejected',
        '/storage/v1/object/move',
        '{"bucketId":"product-images","sourceKey":"kept/picture.webp","destinationKey":"x.webp"}',
      ),
      post(
        `${by} copies a picture`,
        by,
        'rejected',
        '/storage/v1/object/copy',
        '{"bucketId":"product-images","sourceKey":"kept/picture.webp","destinationKey":"../x.webp"}',
      ),
      post(
        `${by} removes pictures`,
        by,
        'nothing',
        '/storage/v1/object/product-images',
        '{"prefixes":["kept/picture.webp","%"]}',
        undefined,
        'DELETE',
      ),
      post(
        `${by} removes one picture`,
        by,
        'rejected',
        '/storage/v1/object/product-images/kept/picture.webp',
        '',
        {},
        'DELETE',
      ),
      post(
        `${by} signs an address`,
        by,
        'rejected',
        '/storage/v1/object/sign/product-images/kept/picture.webp',
        '{"expiresIn":999999999}',
      ),
      post(
        `${by} signs an upload`,
        by,
        'rejected',
        '/storage/v1/object/upload/sign/product-images/x.webp',
        '{}',
      ),
      {
        name: `${by} uploads by a forged signature`,
        by,
        expects: 'rejected',
        method: 'PUT',
        path: '/storage/v1/object/upload/sign/product-images/x.webp?token=@jwtPublicKey@',
        headers: image,
        body: 'x',
      },
      {
        name: `${by} fetches by a forged signature`,
        by,
        expects: 'rejected',
        method: 'GET',
        path: '/storage/v1/object/sign/product-images/kept/picture.webp?token=@jwtNone@',
      },
      {
        name: `${by} fetches outside the folder`,
        by,
        expects: 'rejected',
        method: 'GET',
        path: '/storage/v1/object/public/product-images/../../../etc/passwd',
      },
    ]),
  ]
}
