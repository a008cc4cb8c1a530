import type { PDFPageProxy } from 'unpdf/pdfjs'
import { cleanText, layOutPage, type ReadWord, type Run } from './page.ts'

type Matrix = readonly [number, number, number, number, number, number]

const times = (m: Matrix, [a, b, c, d, e, f]: Matrix): Matrix => [
  m[0] * a + m[2] * b,
  m[1] * a + m[3] * b,
  m[0] * c + m[2] * d,
  m[1] * c + m[3] * d,
  m[0] * e + m[2] * f + m[4],
  m[1] * e + m[3] * f + m[5],
]

/** How far letters reach above the line they stand on, in heights. */
const ASCENT = 0.82

/** The box of a text as a page shows it, whichever way either is turned. */
const boxOnPage = (view: Matrix, transform: Matrix, width: number) => {
  const [a, b, c, d, e, f] = times(view, transform)
  const height = Math.hypot(c, d)
  const [along, length] = [Math.hypot(a, b) || 1, width * Math.hypot(view[0], view[1])]
  const [ux, uy] = [(a / along) * length, (b / along) * length]
  const [vx, vy] = [c * ASCENT, d * ASCENT]
  const [wx, wy] = [-c * (1 - ASCENT), -d * (1 - ASCENT)]
  const xs = [e + vx, e + wx, e + ux + vx, e + ux + wx]
  const ys = [f + vy, f + wy, f + uy + vy, f + uy + wy]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y, height, isLevel: Math.abs(uy) <= Math.abs(ux) }
}

/** Values that people typed into the fields of a form: they are no part of the page's own text. */
const fieldRuns = async (page: PDFPageProxy, view: Matrix): Promise<Run[][]> => {
  const annotations = (await page.getAnnotations()) as { subtype: string; fieldValue?: unknown; hidden?: boolean; rect: number[] }[]
  return annotations.flatMap(({ subtype, fieldValue, hidden, rect }) => {
    if (subtype !== 'Widget' || hidden || typeof fieldValue !== 'string' || fieldValue.trim() === '' || fieldValue === 'Off') return []
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect
    const corners = [times(view, [1, 0, 0, 1, x0, y0]), times(view, [1, 0, 0, 1, x1, y1])]
    const [x, y] = [Math.min(...corners.map((at) => at[4])), Math.min(...corners.map((at) => at[5]))]
    const [w, h] = [Math.max(...corners.map((at) => at[4])) - x, Math.max(...corners.map((at) => at[5])) - y]
    const lines = fieldValue.split(/\r\n?|\n/)
    return lines.map((text, at) => [
      {
        text: cleanText(text),
        x,
        y: y + (at * h) / lines.length,
        w: Math.min(w, (text.length * h) / lines.length / 2),
        h: h / lines.length,
        isWhole: true,
      },
    ])
  })
}

export interface PageText {
  text: string
  words: ReadWord[]
  /** Of the page, in points. */
  width: number
  height: number
}

/** The text layer of a page and the fields filled in on it, with where the words stand. Upright, however the page is turned. */
export const readTextLayer = async (page: PDFPageProxy): Promise<PageText> => {
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const view = transform as unknown as Matrix
  const { items } = await page.getTextContent()
  const lines: Run[][] = items.flatMap((item): Run[][] => {
    if (!('str' in item) || item.str.trim() === '') return []
    const { x, y, w, h, isLevel } = boxOnPage(view, item.transform as unknown as Matrix, item.width)
    const text = cleanText(item.str)
    // Text up the margin: one run of its own, as tall as it is long, would draw all the rows beside it together.
    if (!isLevel) return [[{ text, x, y, w, h: Math.min(h, w), isWhole: true }]]
    return [[{ text, x, y, w, h, isWhole: false }]]
  })
  return { ...layOutPage([...lines, ...(await fieldRuns(page, view))], { width, height }), width, height }
}
