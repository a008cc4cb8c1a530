import * as canvasModule from '@napi-rs/canvas'
import { createIsomorphicCanvasFactory, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import type { Ocr } from './ocr.ts'
import { type Picture, shownSize, webpOf } from './page-image.ts'
import { textLayerOf } from './pdf-text.ts'
import { fallBackToOwnFonts } from './pdf-fonts.ts'
import type { ReadPage } from './read.ts'
import { type ReaderSteps, UnreadableFile } from './reader-messages.ts'

/** A scan with fewer letters than this in its text layer has but a stamp of the program that scanned it. */
const FEW_LETTERS = 60
/** Print that was turned into outlines has no text and no picture, but many curves. */
const MANY_PATHS = 150
const POINTS_PER_INCH = 72
const OCR_DPI = 200
const OCR_SIDE = 3000
/** One picture inside a page; larger ones are left out. */
const MAX_IMAGE_POINTS = 140_000_000

const UNDRAWN = 'This PDF has a scan in a form that cannot be read: save its pages as PNG or JPEG pictures.'

const openPdf = async (bytes: Uint8Array): Promise<PDFDocumentProxy> => {
  const CanvasFactory = await createIsomorphicCanvasFactory(async () => canvasModule)
  const { PasswordException, VerbosityLevel } = await getResolvedPDFJS()
  try {
    // Nothing of the file is run or followed: no scripts, no forms of XFA, no addresses, nothing embedded.
    return await getDocumentProxy(new Uint8Array(bytes), {
      CanvasFactory,
      verbosity: VerbosityLevel.ERRORS,
      enableXfa: false,
      useWorkerFetch: false,
      useWasm: false,
      disableAutoFetch: true,
      isOffscreenCanvasSupported: false,
      isImageDecoderSupported: false,
      disableFontFace: true,
      maxImageSize: MAX_IMAGE_POINTS,
    })
  } catch (error) {
    if (error instanceof PasswordException) throw new UnreadableFile('This PDF is protected by a password.', { cause: error })
    throw error
  }
}

const render = async (page: PDFPageProxy, scale: number): Promise<Picture> => {
  const viewport = page.getViewport({ scale })
  const [width, height] = [Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height))]
  const canvas = canvasModule.createCanvas(width, height)
  const canvasContext = canvas.getContext('2d') as unknown as CanvasRenderingContext2D
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, canvasContext, viewport }).promise
  return { data: canvas.data(), width, height, channels: 4 }
}

const sizeOf = (page: PDFPageProxy) => {
  const { width, height } = page.getViewport({ scale: 1 })
  return { ...shownSize(width, height), longer: Math.max(width, height) }
}

const lettersIn = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

const hasPictures = async (page: PDFPageProxy) => {
  const { OPS } = await getResolvedPDFJS()
  const pictures = new Set([OPS.paintImageXObject, OPS.paintImageMaskXObject, OPS.paintInlineImageXObject, OPS.paintImageXObjectRepeat])
  const { fnArray } = await page.getOperatorList()
  return fnArray.some((op) => pictures.has(op)) || fnArray.filter((op) => op === OPS.constructPath).length > MANY_PATHS
}

/** Fax compression (CCITT), JBIG2 and JPEG 2000 are forms that the reader cannot draw: such a page would seem to be empty. */
const hasUndrawn = async (page: PDFPageProxy) => {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  return fnArray.some((op, at) => {
    const name = (argsArray[at] as unknown[] | null)?.[0]
    if (op !== OPS.paintImageXObject || typeof name !== 'string') return false
    const objects = name.startsWith('g_') ? page.commonObjs : page.objs
    return objects.has(name) && objects.get(name) === null
  })
}

const readScan = async (page: PDFPageProxy, number: number, ocr: Ocr): Promise<ReadPage> => {
  const { longer } = sizeOf(page)
  return ocr.readPage(await render(page, Math.min(OCR_DPI / POINTS_PER_INCH, OCR_SIDE / longer)), number)
}

/**
 * Reads a PDF: the text of all its pages first, by OCR where a page is a scan, then the pictures of the pages that have a text layer.
 * An `UnreadableFile` when a password protects it.
 */
export const readPdf = async (bytes: Uint8Array, pages: number, ocr: () => Promise<Ocr>, steps: ReaderSteps): Promise<void> => {
  const pdf = await openPdf(bytes)
  steps.start(pdf.numPages)
  const withoutPicture: number[] = []
  for (let number = 1; number <= Math.min(pages, pdf.numPages); number++) {
    const page = await pdf.getPage(number)
    const { text, words } = await textLayerOf(page)
    const letters = lettersIn(text)
    const scan = letters < FEW_LETTERS && (await hasPictures(page)) ? await readScan(page, number, await ocr()) : null
    if (scan?.text === '' && (await hasUndrawn(page))) throw new UnreadableFile(UNDRAWN)
    if (scan && lettersIn(scan.text) >= letters) await steps.page(scan)
    else {
      const { width, height } = sizeOf(page)
      withoutPicture.push(number)
      await steps.page({ number, width, height, text, words, method: 'text layer', quality: null, image: null })
    }
    page.cleanup()
  }
  fallBackToOwnFonts()
  for (const number of withoutPicture) {
    const page = await pdf.getPage(number)
    const { width, height, longer } = sizeOf(page)
    const { data } = await webpOf(await render(page, Math.max(width, height) / longer))
    await steps.image(number, data)
    page.cleanup()
  }
}
