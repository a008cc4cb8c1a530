import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWorker, OEM, PSM } from 'tesseract.js'
import { prepareForOcr } from './ocr-prepare.ts'
import { cleanText, layOutPage, type Run } from './page.ts'
import { turnOf } from './ocr-turn.ts'
import { type Picture, sharpOf, webpOf } from './page-image.ts'
import type { ReadPage } from './read.ts'

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
}

/** Marks that dirt and the lines of forms become. Dashes are kept, however unsure: the ranges of laboratories have them. */
const isDirt = (text: string, confidence: number) =>
  !/[\p{L}\p{N}]/u.test(text) && !/^[-–—]$/.test(text) && (confidence < 50 || /^[|_~—.'`,*°"“”‘’\\]+$/.test(text))

export interface Ocr {
  /** One page, straightened, with its picture. Set upright before, however it lies. */
  readPage: (page: Picture, number: number) => Promise<ReadPage>
  close: () => Promise<void>
}

/** Starts OCR, with no network: what it needs lies in the installed packages. Some 0.5 s and 150 MB. */
export const startOcr = async (): Promise<Ocr> => {
  const worker = await createWorker(LANGUAGE, OEM.LSTM_ONLY, { langPath: languageFolder(), cacheMethod: 'none', gzip: true })
  await worker.setParameters({ user_defined_dpi: '200' })

  const recognise = async (ink: Picture, layout: PSM): Promise<Reading> => {
    await worker.setParameters({ tessedit_pageseg_mode: layout })
    const png = await sharpOf(ink).grayscale().png({ compressionLevel: 1 }).toBuffer()
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
    }
  }

  // As one block: of a whole page, print that runs up or down would be read as well, and its turn not be noticed.
  const tryPiece = (piece: Picture) => recognise(piece, PSM.SINGLE_BLOCK)
  return {
    readPage: async (page, number) => {
      const { shown, ink } = await prepareForOcr(page, await turnOf(page, tryPiece))
      const { lines, quality } = await recognise(ink, PSM.AUTO)
      const { data: image, info } = await webpOf(shown)
      const { text, words } = layOutPage(lines, ink)
      return { number, width: info.width, height: info.height, text, words, method: 'ocr', quality: Math.round(quality * 100) / 100, image }
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
