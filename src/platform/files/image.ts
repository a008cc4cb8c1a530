import { diskFull, fieldError } from '#platform/errors/problem.ts'

export interface ImageRule {
  /** The field that the messages name. */
  field: string
  /** Media types that are taken, by content. */
  types: readonly string[]
  /** The longest side of the result, in pixels. */
  maxSide: number
}

/** A photograph of a good camera has this many; a file that claims more would only fill the memory. */
export const MAX_PIXELS = 30_000_000
const DAMAGED_IMAGE = 'This image is damaged and cannot be read.'
const SLOW_IMAGE = 'This image takes too long to be read.'
const SECONDS = 10
const THUMBNAIL_SIDE = 320

/** Loaded when the first image comes: most days of a clinic see none. Only these readers exist for it; vector formats and documents have none. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Tiff'].flatMap((format) => [`VipsForeignLoad${format}File`, `VipsForeignLoad${format}Buffer`]),
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
export type Sharp = Awaited<ReturnType<typeof loadSharp>>
let sharpLoaded: Promise<Sharp> | undefined
let last: Promise<unknown> = Promise.resolve()

/** Runs `work` when the work with images before it has ended: an image that is unpacked may fill 100 MB, and several would at once. */
export const withSharp = async <T>(work: (sharp: Sharp) => Promise<T>): Promise<T> => {
  const sharp = await (sharpLoaded ??= loadSharp())
  const turn = last.then(() => work(sharp))
  last = turn.catch(() => undefined)
  return turn
}

/** Why the work with an image ended early. The image itself is blamed where neither the clock nor the disk stopped the work. */
export const imageProblem = (error: unknown, field: string): Error => {
  if (!(error instanceof Error) || 'code' in error) return error as Error
  if (error.message.startsWith('timeout:')) return fieldError(field, SLOW_IMAGE)
  return error.message.includes('No space left on device') ? diskFull() : fieldError(field, DAMAGED_IMAGE)
}

/**
 * The image at `path` as a new PNG: nothing of the file but its pixels remains, no position, no name, no bytes behind the picture.
 * A field error for anything that is not a whole image of the types allowed.
 */
export const reencodeImage = (path: string, { field, types, maxSide }: ImageRule): Promise<Buffer> =>
  withSharp(async (sharp) => {
    const names = types.map((type) => type.replace('image/', '').toUpperCase()).join(', ')
    const image = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const format = await image.metadata().then(
      (metadata) => metadata.format,
      () => null,
    )
    if (!format || !types.includes(`image/${format}`))
      throw fieldError(field, `Choose an image: ${names}, at most ${MAX_PIXELS / 1_000_000} million pixels.`)
    try {
      return await image
        .autoOrient()
        .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: SECONDS })
        .png({ compressionLevel: 9 })
        .toBuffer()
    } catch (error) {
      throw imageProblem(error, field)
    }
  })

/** A small WebP, at most 320 pixels a side, of an image that was taken in before; of several pages the first. Throws when it cannot be read. */
export const thumbnailOf = (image: string | Buffer): Promise<Buffer> =>
  withSharp((sharp) =>
    sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: SECONDS })
      .webp({ quality: 75 })
      .toBuffer(),
  )
