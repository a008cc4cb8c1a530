import { open, writeFile } from 'node:fs/promises'
import { FileProblem } from '#platform/sandbox/inside.ts'
import { pictureLimits } from './picture-limits.ts'
import { sharp, type Sharp } from './sharp.ts'
import { tiffJoiner } from './tiff-joiner.ts'

export type PictureType = 'image/png' | 'image/jpeg' | 'image/tiff' | 'image/webp'
type Page = Awaited<ReturnType<Sharp['metadata']>>

const QUALITY = 88
const bytesOfSample: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
}

const isBlackAndWhite = ({ bitsPerSample }: Page) => bitsPerSample === 1
const pixelsOf = ({ width, height }: Page) => width * height
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

/** Looks at what each page claims to be, without unpacking any. */
const measurePages = async (path: string): Promise<Page[]> => {
  const { pixels, pageBytes, pages: most, allPixels, allPixelsInBlackAndWhite } = pictureLimits
  const measure = (page: number) => sharp(path, { page, limitInputPixels: false }).metadata()
  const first = await measure(0)
  const count = first.format === 'tiff' ? (first.pages ?? 1) : 1
  if (count > most) throw new FileProblem(`This file has more than ${most} pages.`)
  const pages = [first]
  for (let page = 1; page < count; page++) pages.push(await measure(page))
  for (const page of pages) {
    if (pixelsOf(page) > pixels) throw new FileProblem(`This image has more than ${pixels / 1_000_000} million pixels.`)
    if (pixelsOf(page) * page.channels * (bytesOfSample[page.depth] ?? 8) > pageBytes)
      throw new FileProblem('This image has too many colours to be read. Save it as JPEG first.')
  }
  const mostOfAll = pages.every(isBlackAndWhite) ? allPixelsInBlackAndWhite : allPixels
  if (sum(pages.map(pixelsOf)) > mostOfAll)
    throw new FileProblem(`The pages of this image exceed ${mostOfAll / 1_000_000} million pixels in total. Send it in parts.`)
  return pages
}

const limitSize = (bytes: number) => {
  if (bytes > pictureLimits.output)
    throw new FileProblem(`The pages of this image exceed ${pictureLimits.output / 1_000_000} MB. Send it in parts.`)
}

/** Black and white stays so, without loss; everything else is a photograph or a scan in grey or colour. */
const asTiff = (image: Sharp, page: Page) =>
  isBlackAndWhite(page)
    ? image.removeAlpha().toColourspace('b-w').tiff({ compression: 'deflate', predictor: 'none', bitdepth: 1 })
    : image.flatten({ background: '#fff' }).toColourspace('srgb').tiff({ compression: 'jpeg', quality: QUALITY })

const encode = (image: Sharp, type: PictureType, page: Page) => {
  if (type === 'image/jpeg') return image.jpeg({ quality: QUALITY })
  if (type === 'image/png') return image.png({ compressionLevel: 2 })
  if (type === 'image/webp') return image.webp({ quality: QUALITY, effort: 1 })
  return asTiff(image, page)
}

/**
 * Writes the picture at `path` anew into `draft`, as the same type and upright: nothing but its pixels remains. Pages of a TIFF stay pages,
 * each of its own size. All pages are measured before the first is unpacked, one page is in memory at a time, and what has been written is
 * counted page by page.
 */
export const redrawPages = async (path: string, type: PictureType, draft: string): Promise<{ pages: number }> => {
  const pages = await measurePages(path)
  const drawn = (page: number) =>
    encode(sharp(path, { page, limitInputPixels: pictureLimits.pixels, failOn: 'error' }).autoOrient(), type, pages[page]!).toBuffer()
  if (type !== 'image/tiff') {
    const bytes = await drawn(0)
    limitSize(bytes.length)
    await writeFile(draft, bytes, { flag: 'wx', mode: 0o600 })
    return { pages: 1 }
  }
  const file = await open(draft, 'wx', 0o600)
  try {
    const joiner = tiffJoiner(file)
    for (const page of pages.keys()) limitSize(await joiner.add(await drawn(page)))
  } finally {
    await file.close()
  }
  return { pages: pages.length }
}
