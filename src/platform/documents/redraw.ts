import { rename } from 'node:fs/promises'
import { drawPicture } from '#platform/files/image.ts'
import type { DocumentType } from './kind.ts'

type PictureType = Extract<DocumentType, `image/${string}`>

/**
 * Writes the picture at `path` anew, as the same type and upright: nothing but its pixels remains, no place, no camera, no bytes behind
 * it. Pages of a TIFF stay pages. Answers their number.
 * @throws Problem a field error when it is damaged or beyond a limit of `pictureLimits`; all pages are measured before one is unpacked.
 */
export const redrawPicture = async (path: string, type: PictureType, field: string): Promise<number> => {
  const draft = `${path}.drawn`
  const pages = await drawPicture({ kind: 'whole', path, draft, type }, field)
  await rename(draft, path)
  return pages
}
