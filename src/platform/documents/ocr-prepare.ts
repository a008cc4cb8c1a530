import type { Turn } from './ocr-turn.ts'
import { type Picture, toPicture, toSharp } from './page-image.ts'

/** Letters of usual print are tall enough at this length of the longer side, and a page is read in a second or two. */
const MIN_SIDE = 2000
export const MAX_SIDE = 3000
const MAX_ENLARGEMENT = 3
const ANALYSED_SIDE = 1000

/** The light on the page, on a small copy: paper is pale, and a shadow falls slowly. */
const lightOn = (grey: Picture) =>
  toPicture(
    toSharp(grey)
      .resize({ width: Math.max(1, Math.round(grey.width / 24)), height: Math.max(1, Math.round(grey.height / 24)), fit: 'fill' })
      .median(5)
      .blur(2)
      .grayscale(),
  )

/** A scanner's paper is as pale as this nearly everywhere. There it is best left alone: what mends shadows thins letters. */
const PALE = 215
const isEven = ({ data }: Picture) => data.filter((level) => level < PALE).length < data.length * 0.05

/** The same page in even light: shadows, folds and yellow paper become white. */
const inEvenLight = async (grey: Picture): Promise<Picture> => {
  const small = await lightOn(grey)
  if (isEven(small)) return grey
  const spread = toSharp(small).resize({ width: grey.width, height: grey.height, fit: 'fill', kernel: 'linear' })
  const { data: light } = await toPicture(spread.grayscale())
  const data = Buffer.alloc(grey.data.length)
  for (let i = 0; i < data.length; i++) {
    const whole = Math.max(light[i] ?? 255, 40)
    data[i] = Math.min(255, ((grey.data[i] ?? 0) * 255) / whole)
  }
  return { ...grey, data }
}

const MAX_SKEW = 8
const DARK = 150
const MAX_DOTS = 80_000

const dotsOf = ({ data, width }: Picture) => {
  const dark: number[] = []
  for (let i = 0; i < data.length; i++) if ((data[i] ?? 255) < DARK) dark.push(i)
  const step = Math.max(1, Math.ceil(dark.length / MAX_DOTS))
  return dark.filter((_, at) => at % step === 0).map((i) => ({ x: i % width, y: Math.floor(i / width) }))
}

/** How many degrees, at most 8, the lines of a page fall to the right: where they are level, rows are either full of ink or empty. */
const skewOf = (small: Picture): number => {
  const dots = dotsOf(small)
  const bins = new Float64Array(small.height + 2 * small.width)
  const sharpness = (degrees: number) => {
    bins.fill(0)
    const slope = Math.tan((degrees * Math.PI) / 180)
    for (const { x, y } of dots) {
      const at = Math.round(y - x * slope) + small.width
      bins[at] = (bins[at] ?? 0) + 1
    }
    let sum = 0
    for (let i = 1; i < bins.length; i++) sum += ((bins[i] ?? 0) - (bins[i - 1] ?? 0)) ** 2
    return sum
  }
  const level = sharpness(0)
  let best = { degrees: 0, sharpness: level }
  const look = (degrees: number) => {
    const here = { degrees, sharpness: sharpness(degrees) }
    if (here.sharpness > best.sharpness) best = here
  }
  for (let degrees = -MAX_SKEW; degrees <= MAX_SKEW; degrees += 0.5) look(degrees)
  const rough = best.degrees
  for (let degrees = rough - 0.4; degrees <= rough + 0.4; degrees += 0.1) look(degrees)
  // What is hardly better is chance: a photograph, a drawing.
  return best.sharpness > level * 1.1 ? best.degrees : 0
}

const straighten = async (page: Picture): Promise<Picture> => {
  const small = await toPicture(
    toSharp(page).grayscale().resize({ width: ANALYSED_SIDE, height: ANALYSED_SIDE, fit: 'inside', withoutEnlargement: true }),
  )
  const degrees = skewOf(await inEvenLight(small))
  return Math.abs(degrees) < 0.2 ? page : toPicture(toSharp(page).rotate(-degrees, { background: '#fff' }))
}

export interface PreparedPage {
  /** As people see it: turned and straight, in its own colours. */
  shown: Picture
  /** As OCR reads it: grey, in even light, large enough. The same page, point by point, in another size. */
  ink: Picture
}

/** A page made ready for OCR: turned by `turn` degrees, its lines made level, its light even, small print enlarged. */
export const prepareForOcr = async (page: Picture, turn: Turn): Promise<PreparedPage> => {
  const turned = turn === 0 ? page : await toPicture(toSharp(page).rotate(turn))
  const shown = await straighten(turned)
  const side = Math.max(shown.width, shown.height)
  const scale = side < MIN_SIDE ? Math.min(MAX_ENLARGEMENT, MIN_SIDE / side) : Math.min(1, MAX_SIDE / side)
  const grey = toSharp(shown).grayscale()
  const sized = scale === 1 ? grey : grey.resize({ width: Math.round(shown.width * scale), kernel: 'cubic' })
  return { shown, ink: await inEvenLight(await toPicture(sized)) }
}
