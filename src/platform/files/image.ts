import { fieldError } from '#platform/errors/problem.ts'

export interface ImageRule {
  /** The field that the messages name. */
  field: string
  /** Media types that are taken, by content. */
  types: readonly string[]
  /** The longest side of the result, in pixels. */
  maxSide: number
}

// A photograph of a good camera has this many; a file that claims more would only fill the memory.
const MAX_PIXELS = 30_000_000
const SECONDS = 10

/** Loaded when the first image comes: most days of a clinic see none. Only these readers exist for it; vector formats and documents have none. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp'].flatMap((format) => [`VipsForeignLoad${format}File`, `VipsForeignLoad${format}Buffer`]),
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
let sharpLoaded: ReturnType<typeof loadSharp> | undefined

/**
 * The image at `path` as a new PNG: nothing of the file but its pixels remains, no position, no name, no bytes behind the picture.
 * A field error for anything that is not a whole image of the types allowed.
 */
export const reencodeImage = async (path: string, { field, types, maxSide }: ImageRule): Promise<Buffer> => {
  const sharp = await (sharpLoaded ??= loadSharp())
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
  } catch {
    throw fieldError(field, 'This image is damaged and cannot be read.')
  }
}
