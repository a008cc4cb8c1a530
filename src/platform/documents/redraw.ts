import { rename, rm } from 'node:fs/promises'
import { fieldError } from '#platform/errors/problem.ts'
import { imageProblem, MAX_PIXELS, withSharp, type Sharp } from '#platform/files/image.ts'
import type { DocumentType } from './kind.ts'

export type PictureType = Extract<DocumentType, `image/${string}`>
type Image = ReturnType<Sharp>
type Page = Awaited<ReturnType<Image['metadata']>>

const MAX_PAGES = 200
// Two hundred pages of a telefax, or 110 scanned in colour at 300 dots an inch.
const MAX_PIXELS_OF_ALL = 1_000_000_000
const SECONDS = 60
const QUALITY = 88

const TOO_LARGE = 'This picture has more than 30 million pixels.'

/** Opens each page without drawing it. A field error when there are too many of them or one claims too much. */
const readPages = async (sharp: Sharp, path: string, field: string): Promise<Page[]> => {
  const read = (page: number) => sharp(path, { page, limitInputPixels: false }).metadata()
  try {
    const first = await read(0)
    const count = first.format === 'tiff' ? (first.pages ?? 1) : 1
    if (count > MAX_PAGES) throw fieldError(field, 'This file has more than 200 pages.')
    const pages = [first]
    for (let page = 1; page < count; page++) pages.push(await read(page))
    const pixels = pages.map(({ width, height }) => width * height)
    if (pixels.some((one) => one > MAX_PIXELS)) throw fieldError(field, TOO_LARGE)
    if (pixels.reduce((sum, one) => sum + one, 0) > MAX_PIXELS_OF_ALL)
      throw fieldError(field, 'The pages of this picture are too large together.')
    return pages
  } catch (error) {
    throw imageProblem(error, field)
  }
}

/** Black and white stays so, without loss; everything else is a photograph or a scan in grey or colour. */
const asTiff = (image: Image, isBlackAndWhite: boolean) =>
  isBlackAndWhite
    ? image.removeAlpha().toColourspace('b-w').tiff({ compression: 'deflate', predictor: 'none', bitdepth: 1 })
    : image.flatten({ background: '#fff' }).toColourspace('srgb').tiff({ compression: 'jpeg', quality: QUALITY })

const encode = (image: Image, type: PictureType, pages: readonly Page[]) => {
  if (type === 'image/jpeg') return image.jpeg({ quality: QUALITY })
  if (type === 'image/png') return image.png({ compressionLevel: 2 })
  if (type === 'image/webp') return image.webp({ quality: QUALITY, effort: 1 })
  return asTiff(
    image,
    pages.every(({ bitsPerSample }) => bitsPerSample === 1),
  )
}

const areAlike = (pages: readonly Page[]) =>
  pages.every(
    (page) =>
      (['width', 'height', 'channels', 'depth', 'space', 'bitsPerSample'] as const).every((name) => page[name] === pages[0]?.[name]) &&
      (page.orientation ?? 1) === 1,
  )

/** Draws each page to a file of its own, upright, and joins them on sheets of the largest size. */
const joinPages = async (sharp: Sharp, path: string, pages: readonly Page[], draft: string) => {
  const sheets = pages.map((_, page) => `${path}.page-${page}`)
  try {
    for (const [page, sheet] of sheets.entries())
      await sharp(path, { page, limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .autoOrient()
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .timeout({ seconds: SECONDS })
        .png({ compressionLevel: 1 })
        .toFile(sheet)
    const all = sharp(sheets, { join: { animated: true, background: '#fff' }, limitInputPixels: MAX_PIXELS })
    await encode(all, 'image/tiff', pages).timeout({ seconds: SECONDS }).toFile(draft)
  } finally {
    await Promise.all(sheets.map((sheet) => rm(sheet, { force: true })))
  }
}

const draw = async (sharp: Sharp, path: string, type: PictureType, pages: readonly Page[], draft: string) => {
  if (pages.length > 1 && !areAlike(pages)) return joinPages(sharp, path, pages, draft)
  const image =
    pages.length > 1
      ? sharp(path, { pages: -1, limitInputPixels: MAX_PIXELS_OF_ALL, failOn: 'error' })
      : sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient()
  await encode(image, type, pages).timeout({ seconds: SECONDS }).toFile(draft)
}

/**
 * Writes the picture at `path` anew, as the same type and upright: nothing but its pixels remains, no place, no camera, no bytes behind
 * it. Pages of a TIFF stay pages. Answers their number. A field error when it is damaged, has more than 200 pages or a page of
 * more than 30 million pixels; it is measured before it is unpacked.
 */
export const redrawPicture = (path: string, type: PictureType, field: string): Promise<number> =>
  withSharp(async (sharp) => {
    const pages = await readPages(sharp, path, field)
    const draft = `${path}.drawn`
    try {
      await draw(sharp, path, type, pages, draft)
      await rename(draft, path)
    } catch (error) {
      throw imageProblem(error, field)
    } finally {
      await rm(draft, { force: true })
    }
    return pages.length
  })
