import { sharp, type Sharp } from '#platform/files/sharp.ts'
import { readerLimits } from './reader-limits.ts'
import { type DrawnPicture, UnreadableFile } from './reader-messages.ts'

/** The longer side of the picture of a page that people look at. */
export const PAGE_SIDE = 1600
const THUMBNAIL_SIDE = 320

/** Points in memory, a byte a channel. */
export interface Picture {
  data: Buffer
  width: number
  height: number
  channels: 1 | 3 | 4
}

export const toSharp = ({ data, width, height, channels }: Picture): Sharp => sharp(data, { raw: { width, height, channels } })

export const toPicture = async (image: Sharp): Promise<Picture> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels as 1 | 3 | 4 }
}

/** The size of a page whose longer side is as long as people see it. */
export const shownSize = (width: number, height: number): { width: number; height: number } => {
  const scale = PAGE_SIDE / Math.max(width, height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const webp = (picture: Picture, side: number, effort: number) =>
  toSharp(picture).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }).webp({ quality: 75, effort })

/** Page `number` as WebP, at most 1,600 points on its longer side; a small picture beside it, when it is the first. */
export const drawnPicture = async (
  picture: Picture,
  number: number,
): Promise<{ drawn: DrawnPicture; info: { width: number; height: number } }> => {
  const { data, info } = await webp(picture, PAGE_SIDE, 0).toBuffer({ resolveWithObject: true })
  return { drawn: { image: data, thumbnail: number === 1 ? await webp(picture, THUMBNAIL_SIDE, 4).toBuffer() : null }, info }
}

/** How many pages a picture file has. An `UnreadableFile` when it is no whole picture, or a giant. */
export const countPictures = async (path: string): Promise<number> => {
  const { width, height, pages } = await sharp(path, { limitInputPixels: false }).metadata()
  if (width * height > readerLimits.pagePixels) throw new UnreadableFile('This image is too large to be read.')
  return pages ?? 1
}

/** One page of a picture file, upright as the camera held it, on white, at most `side` points on its longer side. */
export const openPicture = (path: string, page: number, side: number): Promise<Picture> =>
  toPicture(
    sharp(path, { limitInputPixels: readerLimits.pagePixels, failOn: 'error', page, sequentialRead: true })
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha(),
  )
