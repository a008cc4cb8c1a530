const SIDE = 320
const MAX_PIXELS = 4_000_000

/** A small picture of a page's picture, as WebP. Loaded when the first document comes. */
export const thumbnailOf = async (image: Buffer): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  return sharp(image, { limitInputPixels: MAX_PIXELS })
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70, effort: 2 })
    .toBuffer()
}
