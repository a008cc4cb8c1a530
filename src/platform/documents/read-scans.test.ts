import sharp from 'sharp'
import { expect, test } from 'vitest'
import { expectMarked, openReading, rightWords } from '../../testing/scenarios/read-document.ts'
import { faxPicture, jbig2Picture, jpegPicture, jpxPicture, photoOf, picturesPdf, sheet } from '../../testing/scenarios/sample-documents.ts'
import type { ReadPage } from './read.ts'

const { read } = openReading()

test('scans, photographs and sheets that lie on their side are read', async () => {
  const png = await sheet()
  const photo = await sharp(await photoOf(png))
    .rotate(90)
    .jpeg()
    .toBuffer()
  const turned = [180, 270].map(async (turn) => jpegPicture(await sharp(png).rotate(turn).toBuffer()))
  const scans = picturesPdf(await Promise.all(turned), 'Scanned with a telephone')
  const [scan, side] = await Promise.all([read(scans, 'application/pdf'), read(photo, 'image/jpeg')])
  expect([scan, side].map(({ pages, images }) => [pages.length, images.size])).toEqual([
    [2, 0],
    [1, 0],
  ])
  for (const page of [...scan.pages, ...side.pages]) {
    expect(page.method).toBe('ocr')
    expect(page.quality).toBeGreaterThan(0.6)
    expect(rightWords(page)).toBeGreaterThan(0.9)
    expectMarked(page)
    expect(await sharp(page.image ?? undefined).metadata()).toMatchObject({ format: 'webp', width: page.width, height: page.height })
    expect(page.width).toBeGreaterThan(page.height)
  }
})
test('scans in every form that PDF knows are read, and a page that cannot be is empty among the others', async () => {
  const fax = await faxPicture(await sheet())
  const broken = { ...jpxPicture(), data: Buffer.from('no picture') }
  const { pages, count } = await read(picturesPdf([null, fax, jbig2Picture(), jpxPicture(), broken]), 'application/pdf')
  expect(count).toBe(5)
  expect(pages.map(({ number, method }) => `${number} ${method}`)).toEqual(['1 ocr', '2 ocr', '3 ocr', '4 ocr', '5 ocr'])
  const [lost, page, ...plain] = pages as [ReadPage, ReadPage, ...ReadPage[]]
  expect(lost).toEqual({ number: 1, width: 0, height: 0, text: '', words: [], method: 'ocr', quality: 0, image: null, thumbnail: null })
  expect(rightWords(page)).toBeGreaterThan(0.95)
  expectMarked(page)
  const levels = plain.map(async ({ image }) => {
    const middle = await sharp(image ?? undefined)
      .extract({ left: 100, top: 100, width: 50, height: 50 })
      .toBuffer()
    return Math.round((await sharp(middle).stats()).channels[0]?.mean ?? -1)
  })
  expect(await Promise.all(levels)).toEqual([0, 128, 255])
  expect(plain[2]).toMatchObject({ text: '', quality: 0 })
})
