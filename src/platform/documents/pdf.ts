import { readFile } from 'node:fs/promises'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { drawnPicture, type Picture, shownSize } from './page-image.ts'
import { type DrawnPage, openDrawing, type PdfDrawing } from './pdf-drawing.ts'
import { type PageText, readTextLayer } from './pdf-text.ts'
import { readEach, type UnkeptPage } from './read-each.ts'
import { readerLimits } from './reader-limits.ts'
import { type ReaderSteps, type ReaderTask, UnreadableFile } from './reader-messages.ts'

/** A scan with fewer letters than this in its text layer has but a stamp of the program that scanned it. */
const FEW_LETTERS = 60
/** Print that was turned into outlines has no text and no picture, but many curves. */
const MANY_PATHS = 150
const POINTS_PER_INCH = 72
const OCR_DPI = 200
const OCR_SIDE = 3000

const openPdf = async (bytes: Uint8Array): Promise<PDFDocumentProxy> => {
  const { PasswordException, VerbosityLevel } = await getResolvedPDFJS()
  try {
    // Nothing of the file is run or followed: no scripts, no forms of XFA, no addresses, nothing embedded.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: VerbosityLevel.ERRORS,
      enableXfa: false,
      useWorkerFetch: false,
      useWasm: false,
      disableAutoFetch: true,
      isOffscreenCanvasSupported: false,
      isImageDecoderSupported: false,
      disableFontFace: true,
    })
  } catch (error) {
    if (error instanceof PasswordException) throw new UnreadableFile('This PDF is protected by a password.', { cause: error })
    throw error
  }
}

const lettersIn = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

const isDrawn = ({ count }: DrawnPage) => {
  const { pictures, paths } = count()
  return pictures > 0 || paths > MANY_PATHS
}

const drawForOcr = ({ width, height, draw }: DrawnPage): Picture => {
  const scale = Math.min(OCR_DPI / POINTS_PER_INCH, OCR_SIDE / Math.max(width, height))
  return draw(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
}

/** The text layer; null where the page is too damaged to have one, and may yet be drawn. */
const readText = async (pdf: PDFDocumentProxy, number: number): Promise<PageText | null> => {
  try {
    const page = await pdf.getPage(number)
    const text = await readTextLayer(page)
    page.cleanup()
    return text
  } catch {
    return null
  }
}

/** The page for OCR; null where its text layer, with so many letters, is all there is. */
const drawScan = async (drawing: PdfDrawing, number: number, letters: number | null): Promise<Picture | null> => {
  try {
    return await drawing.open(number, (page) => (letters === null || isDrawn(page) ? drawForOcr(page) : null))
  } catch (error) {
    if (!letters) throw error
    return null
  }
}

const refuseMorePages = (count: number) => {
  if (count > readerLimits.claimedPages)
    throw new UnreadableFile(`This PDF has more than ${readerLimits.claimedPages.toLocaleString('en')} pages. Send it in parts.`)
}

/**
 * Reads a PDF: the text of all its pages first, by OCR where a page is a scan, then the pictures of the pages that have a text layer.
 * An `UnreadableFile` when a password protects it, or it says that it
 * has more pages than any document.
 */
export const readPdf = async (
  { path, pages, megabytes }: ReaderTask,
  ocr: (picture: Picture, number: number) => Promise<UnkeptPage>,
  steps: ReaderSteps,
): Promise<void> => {
  const bytes = await readFile(path)
  // OCR needs the rest.
  const drawing = await openDrawing(bytes, megabytes / 3)
  // Before the text layer is opened, which looks at each page that is claimed.
  refuseMorePages(await drawing.claimedPages().catch(() => 0))
  const pdf = await openPdf(bytes)
  // Either may see pages behind a damaged one that the other does not.
  const count = Math.max(pdf.numPages, await drawing.lastPage().catch(() => 0))
  refuseMorePages(count)
  steps.start(count)
  const withoutPicture: { number: number; width: number; height: number }[] = []
  const readPage = async (number: number): Promise<UnkeptPage> => {
    const layer = await readText(pdf, number)
    const letters = layer && lettersIn(layer.text)
    const picture = (letters ?? 0) < FEW_LETTERS ? await drawScan(drawing, number, letters) : null
    const scan = picture && (await ocr(picture, number))
    if (scan && lettersIn(scan.text) >= (letters ?? 0)) return scan
    const { text = '', words = [], width = 0, height = 0 } = layer ?? {}
    const size = shownSize(width, height)
    withoutPicture.push({ number, ...size })
    return { number, ...size, text, words, method: 'text layer', quality: null, drawn: null }
  }
  await readEach(Math.min(pages, count), readPage, steps)
  for (const { number, width, height } of withoutPicture) {
    const picture = await drawing.open(number, ({ draw }) => draw(width, height)).catch(() => null)
    if (picture) await steps.image(number, (await drawnPicture(picture, number)).drawn)
  }
}
