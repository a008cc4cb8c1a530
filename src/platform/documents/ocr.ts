import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWorker, type Line, OEM, PSM } from 'tesseract.js'
import { prepareForOcr } from './ocr-prepare.ts'
import { cleanText, layOutPage, type Run } from './page.ts'
import { type Turn, findTurn } from './ocr-turn.ts'
import { drawnPicture, type Picture, toSharp } from './page-image.ts'
import type { UnkeptPage } from './read-each.ts'

/** The language of the letters and words that OCR knows: any whose package `@tesseract.js-data/<language>` is installed. */
const LANGUAGE = 'eng'

const languageFolder = () => {
  const file = import.meta.resolve(`@tesseract.js-data/${LANGUAGE}/4.0.0/${LANGUAGE}.traineddata.gz`)
  return dirname(fileURLToPath(file))
}

interface Reading {
  lines: Run[][]
  /** 0 to 1, the mean of all words by their lengths; 0 without words. */
  quality: number
  letters: number
  /** What would set lines that run down or up level. */
  turn: Turn
}

/** Marks that dirt and the lines of forms become. Dashes are kept, however unsure: the ranges of laboratories have them. */
const isDirt = (text: string, confidence: number) =>
  !/[\p{L}\p{N}]/u.test(text) && !/^[-–—]$/.test(text) && (confidence < 50 || /^[|_~—.'`,*°"“”‘’\\]+$/.test(text))

/** Lines that run down the picture, or up it, are read well as they are: the page lies on its side. */
const turnOfLines = (lines: readonly Line[]): Turn => {
  let [all, down, up] = [0, 0, 0]
  for (const { words, bbox } of lines) {
    const [first, last] = [words[0], words.at(-1)]
    if (!first || !last || words.length < 2) continue
    all += words.length
    if (bbox.y1 - bbox.y0 < 2 * (bbox.x1 - bbox.x0)) continue
    if (last.bbox.y0 > first.bbox.y0) down += words.length
    else up += words.length
  }
  if (Math.max(down, up) * 2 < all || all === 0) return 0
  return down > up ? 270 : 90
}

export interface Ocr {
  /** One page, straightened, with its picture. Set upright before, however it lies. */
  readPage: (page: Picture, number: number) => Promise<UnkeptPage>
  close: () => Promise<void>
}

/** Starts OCR, with no network: what it needs lies in the installed packages. Some 0.5 s and 150 MB. */
export const startOcr = async (): Promise<Ocr> => {
  const worker = await createWorker(LANGUAGE, OEM.LSTM_ONLY, { langPath: languageFolder(), cacheMethod: 'none', gzip: true })
  await worker.setParameters({ user_defined_dpi: '200' })

  const recognise = async (ink: Picture, layout: PSM): Promise<Reading> => {
    await worker.setParameters({ tessedit_pageseg_mode: layout })
    const png = await toSharp(ink).grayscale().png({ compressionLevel: 1 }).toBuffer()
    const { data } = await worker.recognize(png, {}, { text: false, blocks: true })
    let [letters, sure] = [0, 0]
    const found = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    const lines = found.map(({ words, bbox: line }) =>
      words.flatMap(({ text, confidence, bbox: { x0, x1 } }) => {
        const cleaned = cleanText(text).trim()
        if (cleaned === '' || isDirt(cleaned, confidence)) return []
        letters += cleaned.length
        sure += cleaned.length * confidence
        return [{ text: cleaned, x: x0, y: line.y0, w: x1 - x0, h: line.y1 - line.y0, isWhole: true }]
      }),
    )
    return {
      lines: lines.filter((line) => line.length > 0),
      quality: letters > 0 ? sure / letters / 100 : 0,
      letters,
      turn: turnOfLines(found),
    }
  }

  const readTurned = async (page: Picture, turn: Turn) => {
    const prepared = await prepareForOcr(page, turn)
    return { ...prepared, ...(await recognise(prepared.ink, PSM.AUTO)) }
  }
  // As one block: of a whole page, print that runs up or down would be read as well, and its turn not be noticed.
  const tryPiece = (piece: Picture) => recognise(piece, PSM.SINGLE_BLOCK)
  return {
    readPage: async (page, number) => {
      const turn = await findTurn(page, tryPiece)
      let reading = await readTurned(page, turn)
      // The pieces said nothing, or the wrong thing.
      if (reading.turn !== 0) reading = await readTurned(page, ((turn + reading.turn) % 360) as Turn)
      const { shown, ink, lines, quality } = reading
      const { drawn, info } = await drawnPicture(shown, number)
      const { text, words } = layOutPage(lines, ink)
      return { number, width: info.width, height: info.height, text, words, method: 'ocr', quality: Math.round(quality * 100) / 100, drawn }
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
