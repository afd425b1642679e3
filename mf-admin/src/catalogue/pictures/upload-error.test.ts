import { expect, test } from 'vitest'
import { uploadErrorMessage } from './upload-error'

const tooLarge = 'Image is too large. Please upload a file under 5MB.'
const bad = 'Upload failed due to a bad request. Check the file format.'
const wrongType = 'Only JPEG and PNG images are allowed.'
const network = 'Network error. Please check your connection.'
const denied = 'Access denied. Please check your permissions.'
const noBucket = 'Storage bucket not found. Please contact support.'
const other = 'Upload failed. Please try again.'

const failure = (message: string, status?: number, statusCode?: string) => ({ message, status, statusCode })

test.each([
  [failure('The object exceeded the maximum allowed size', 400, '413'), tooLarge],
  [failure('Payload too large', 413, '413'), tooLarge],
  [failure('The request body is larger than 6291456 bytes', 413), tooLarge],
  [failure('payload too large'), tooLarge],
  [failure('mime type image/svg+xml is not supported', 400, '415'), wrongType],
  [failure('Invalid file type', 400, '400'), wrongType],
  [failure('Failed to fetch'), network],
  [failure('NetworkError when attempting to fetch resource.'), network],
  [failure('Load failed'), network],
  [new TypeError('fetch failed'), network],
  [failure('new row violates row-level security policy', 400, '403'), denied],
  [failure('Unauthorized', 401, '401'), denied],
  [failure('jwt expired', 400, '400'), denied],
  [failure('"exp" claim timestamp check failed', 400, '403'), denied],
  [failure('Bucket not found', 400, '404'), noBucket],
  [failure('Bucket not found', 404, '404'), noBucket],
  [failure('Bad Request', 400, '400'), bad],
  [failure('The form holds no file, or is not whole.', 400, 'InvalidRequest'), bad],
  [failure('The resource already exists', 400, '409'), other],
  [failure('Internal Server Error', 500, '500'), other],
  [failure('network is unreachable', 502, '502'), other],
  [failure('', undefined), other],
  [null, other],
  ['a text', other],
])('%j is told in words', (error, message) => {
  expect(uploadErrorMessage(error)).toBe(message)
})
