import sharp, { type Sharp } from 'sharp'
import { UnreadableFile } from './reader-messages.ts'

/** The longer side of the picture of a page that people look at. */
export const PAGE_SIDE = 1600
/** A4 at 1,200 dpi has 139 million points; a file that claims more would only fill the memory. */
const MAX_POINTS = 140_000_000

// Only these readers exist; vector formats and documents have none.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Tiff'].flatMap((format) => [`VipsForeignLoad${format}Buffer`]),
})
sharp.cache(false)
sharp.concurrency(1)

/** Points in memory, a byte a channel. */
export interface Picture {
  data: Buffer
  width: number
  height: number
  channels: 1 | 3 | 4
}

export const sharpOf = ({ data, width, height, channels }: Picture): Sharp => sharp(data, { raw: { width, height, channels } })

export const pictureOf = async (image: Sharp): Promise<Picture> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels as 1 | 3 | 4 }
}

/** The size of a page whose longer side is as long as people see it. */
export const shownSize = (width: number, height: number): { width: number; height: number } => {
  const scale = PAGE_SIDE / Math.max(width, height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A picture as WebP, at most 1,600 points on its longer side. */
export const webpOf = (picture: Picture): Promise<{ data: Buffer; info: { width: number; height: number } }> =>
  sharpOf(picture)
    .resize({ width: PAGE_SIDE, height: PAGE_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75, effort: 0 })
    .toBuffer({ resolveWithObject: true })

/** How many pages a picture file has. An `UnreadableFile` when it is no whole picture, or a giant. */
export const countPictures = async (bytes: Uint8Array): Promise<number> => {
  const { width, height, pages } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > MAX_POINTS) throw new UnreadableFile('This picture is too large to be read.')
  return pages ?? 1
}

/** One page of a picture file, upright as the camera held it, on white, at most `side` points on its longer side. */
export const openPicture = (bytes: Uint8Array, page: number, side: number): Promise<Picture> =>
  pictureOf(
    sharp(bytes, { limitInputPixels: MAX_POINTS, failOn: 'error', page, sequentialRead: true })
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha(),
  )
