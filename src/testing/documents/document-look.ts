import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { openDrawing } from '#platform/documents/pdf-drawing.ts'
import type { Picture } from '#platform/documents/page-image.ts'

const kept = join(import.meta.dirname, 'looks')
const failures = join(import.meta.dirname, '../../../.cache/failures')
/** Set to `renew`, what is printed now becomes what later prints are held against. */
const MODE = 'PAPER_LOOKS'
const MEGABYTES = 256
/** Dots to a point of the paper: small letters are still letters. */
const SCALE = 1.25
/** So much darker or lighter is another mark; less is the edge of the same. */
const OTHER = 96
/** Of a page so many dots may differ: a hair's breadth at the edges of letters. */
const MOST_DOTS = 12

/** As the reader's does; the reader's own, once loaded, leaves no process any picture in a file, which the tests beside this one upload. */
const toSharp = ({ data, width, height, channels }: Picture) => sharp(data, { raw: { width, height, channels } })

/** Every page of a PDF in grey, one below the other. */
const drawn = async (pdf: Uint8Array): Promise<Picture> => {
  const drawing = await openDrawing(pdf, MEGABYTES)
  const pages: Picture[] = []
  for (let page = 1; page <= (await drawing.lastPage()); page += 1) {
    const picture = await drawing.open(page, ({ width, height, draw }) => draw(Math.round(width * SCALE), Math.round(height * SCALE)))
    const { data, info } = await toSharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
    pages.push({ data, width: info.width, height: info.height, channels: 1 })
  }
  return {
    data: Buffer.concat(pages.map(({ data }) => data)),
    width: pages[0]?.width ?? 0,
    height: pages.reduce((sum, { height }) => sum + height, 0),
    channels: 1,
  }
}

/** Whether a picture has nothing like a shade within one dot of a place. */
const lacks = ({ data, width, height }: Picture, at: number, shade: number) => {
  const [x, y] = [at % width, Math.floor(at / width)]
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1)
      if (Math.abs((data[row * width + column] ?? 0) - shade) <= OTHER) return false
  return true
}

/** The places where two pictures of one size show different things. */
const placesApart = (before: Picture, now: Picture): number[] => {
  const places: number[] = []
  for (let at = 0; at < now.data.length; at += 1) {
    const [was, is] = [before.data[at] ?? 0, now.data[at] ?? 0]
    if (Math.abs(was - is) > OTHER && (lacks(before, at, is) || lacks(now, at, was))) places.push(at)
  }
  return places
}

/** What is printed now, pale, with red where it is not as it was. */
const saveDifference = async (name: string, now: Picture, places: readonly number[]): Promise<string> => {
  const { width, height } = now
  const data = Buffer.alloc(width * height * 3)
  now.data.forEach((shade, at) => data.fill(160 + Math.round((shade * 95) / 255), at * 3, at * 3 + 3))
  for (const at of places) data.set([200, 0, 0], at * 3)
  mkdirSync(failures, { recursive: true })
  const path = join(failures, `paper-${name}.png`)
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path)
  return path
}

/**
 * Holds a paper against the picture kept of it, dot by dot: letters may be drawn a little otherwise, nothing may stand elsewhere. The failure
 * names a picture of the difference, and how to keep the new look.
 */
export const expectLook = async (name: string, pdf: Uint8Array) => {
  const now = await drawn(pdf)
  const path = join(kept, `${name}.png`)
  if (process.env[MODE] === 'renew') {
    const file = await toSharp(now).png({ palette: true, colours: 16, effort: 10 }).toBuffer()
    writeFileSync(path, file)
    return
  }
  const renew = `If it is to look so, run the test once with ${MODE}=renew.`
  expect(existsSync(path), `There is no picture of ${name} yet. ${renew}`).toBe(true)
  const { data, info } = await sharp(readFileSync(path)).greyscale().raw().toBuffer({ resolveWithObject: true })
  const before: Picture = { data, width: info.width, height: info.height, channels: 1 }
  expect({ width: now.width, height: now.height }, `The size of ${name} has changed. ${renew}`).toEqual({
    width: before.width,
    height: before.height,
  })
  const places = placesApart(before, now)
  if (places.length <= MOST_DOTS) return
  const difference = await saveDifference(name, now, places)
  expect.fail(`${name} differs in ${places.length} dots from ${path}: see ${difference}. ${renew}`)
}
