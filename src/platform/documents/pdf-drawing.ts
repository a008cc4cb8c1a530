import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'
import type { Picture } from './page-image.ts'

/** What PDFium gives of itself: handles are numbers, 0 where there is nothing. */
interface Pdfium {
  HEAPU8: Uint8Array
  wasmExports: {
    malloc: (size: number) => number
    FPDF_InitLibrary: () => void
    FPDF_LoadMemDocument: (at: number, size: number, password: number) => number
    FPDF_GetPageCount: (document: number) => number
    FPDF_LoadPage: (document: number, index: number) => number
    FPDF_ClosePage: (page: number) => void
    FPDF_GetPageWidthF: (page: number) => number
    FPDF_GetPageHeightF: (page: number) => number
    FPDF_RenderPageBitmap: (bitmap: number, page: number, x: number, y: number, w: number, h: number, turn: number, flags: number) => void
    FPDFBitmap_CreateEx: (width: number, height: number, format: number, at: number, stride: number) => number
    FPDFBitmap_FillRect: (bitmap: number, x: number, y: number, width: number, height: number, colour: number) => void
    FPDFBitmap_GetBuffer: (bitmap: number) => number
    FPDFBitmap_Destroy: (bitmap: number) => void
    FPDFPage_CountObjects: (page: number) => number
    FPDFPage_GetObject: (page: number, index: number) => number
    FPDFPageObj_GetType: (object: number) => number
    FPDFFormObj_CountObjects: (object: number) => number
    FPDFFormObj_GetObject: (object: number, index: number) => number
  }
}

const [PATH, IMAGE, FORM] = [2, 3, 5]
const BGRX = 3
const WHITE = 0xff_ff_ff_ff
/** With notes and filled fields, and red before blue. */
const FLAGS = 0x01 | 0x10
const MAX_DEPTH = 8
const MAX_PAGES = 1000

/** Begins PDFium anew, with at most `megabytes` of memory: what a page wants beyond that it does not get, and the page is lost, not the process. */
const startPdfium = async (code: WebAssembly.Module, megabytes: number): Promise<Pdfium> => {
  const pdfium = (await PDFiumModule({
    // Its complaints would go to the log of nobody.
    print: () => {},
    printErr: () => {},
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      const grow = imports.env?.emscripten_resize_heap as (bytes: number) => boolean
      const env = { ...imports.env, emscripten_resize_heap: (bytes: number) => bytes >>> 0 <= megabytes * 1024 * 1024 && grow(bytes) }
      void WebAssembly.instantiate(code, { ...imports, env }).then(done)
      return {}
    },
  } as unknown as Parameters<typeof PDFiumModule>[0])) as unknown as Pdfium
  pdfium.wasmExports.FPDF_InitLibrary()
  return pdfium
}

/** One page while it is open. */
export interface DrawnPage {
  /** In points, upright as the page asks to be shown. */
  width: number
  height: number
  /** How much on the page is a picture, and how much lines and shapes. */
  count: () => { pictures: number; paths: number }
  /** The whole page in so many points of a picture, on white. */
  draw: (width: number, height: number) => Picture
}

export interface PdfDrawing {
  /** How many pages the document says that it has. */
  claimedPages: () => Promise<number>
  /** The number of the last page that can be opened, of the first 1,000; 0 without any. */
  lastPage: () => Promise<number>
  /** Opens a page, from 1. Throws when it cannot be shown; other pages may be opened all the same. */
  open: <T>(number: number, use: (page: DrawnPage) => T) => Promise<T>
}

const countIn = (pdfium: Pdfium, page: number) => {
  const found = { pictures: 0, paths: 0 }
  const look = (count: number, at: (index: number) => number, depth: number) => {
    for (let i = 0; i < count; i++) {
      const object = at(i)
      const type = pdfium.wasmExports.FPDFPageObj_GetType(object)
      if (type === IMAGE) found.pictures += 1
      if (type === PATH) found.paths += 1
      if (type === FORM && depth < MAX_DEPTH)
        look(
          pdfium.wasmExports.FPDFFormObj_CountObjects(object),
          (index) => pdfium.wasmExports.FPDFFormObj_GetObject(object, index),
          depth + 1,
        )
    }
  }
  look(pdfium.wasmExports.FPDFPage_CountObjects(page), (index) => pdfium.wasmExports.FPDFPage_GetObject(page, index), 0)
  return found
}

const drawPage = (pdfium: Pdfium, page: number, width: number, height: number): Picture => {
  const bitmap = pdfium.wasmExports.FPDFBitmap_CreateEx(width, height, BGRX, 0, width * 4)
  if (bitmap === 0) throw new Error('There is no room for the picture of a page.')
  pdfium.wasmExports.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  pdfium.wasmExports.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
  const at = pdfium.wasmExports.FPDFBitmap_GetBuffer(bitmap)
  // A copy: the memory is used again.
  const data = Buffer.from(pdfium.HEAPU8.slice(at, at + width * height * 4).buffer)
  pdfium.wasmExports.FPDFBitmap_Destroy(bitmap)
  return { data, width, height, channels: 4 }
}

/**
 * Draws the pages of a PDF with PDFium, which has no scripts, no network and no files here, within `megabytes` of memory of its own. When it
 * breaks over a page it is begun anew for the next.
 */
export const openDrawing = async (bytes: Uint8Array, megabytes: number): Promise<PdfDrawing> => {
  const code = await WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))))
  let opened: { pdfium: Pdfium; document: number } | undefined
  const begin = async () => {
    const pdfium = await startPdfium(code, megabytes)
    const at = pdfium.wasmExports.malloc(bytes.length)
    if (at === 0) throw new Error('There is no room for the file.')
    pdfium.HEAPU8.set(bytes, at)
    const document = pdfium.wasmExports.FPDF_LoadMemDocument(at, bytes.length, 0)
    if (document === 0) throw new Error('PDFium does not open the file.')
    return { pdfium, document }
  }
  const open: PdfDrawing['open'] = async (number, use) => {
    opened ??= await begin()
    const { pdfium, document } = opened
    try {
      const page = pdfium.wasmExports.FPDF_LoadPage(document, number - 1)
      if (page === 0) throw new Error(`PDFium does not open page ${number}.`)
      const size = { width: pdfium.wasmExports.FPDF_GetPageWidthF(page), height: pdfium.wasmExports.FPDF_GetPageHeightF(page) }
      const result = use({ ...size, count: () => countIn(pdfium, page), draw: (width, height) => drawPage(pdfium, page, width, height) })
      pdfium.wasmExports.FPDF_ClosePage(page)
      return result
    } catch (error) {
      opened = undefined
      throw error
    }
  }
  const claimedPages = async () => {
    opened ??= await begin()
    return opened.pdfium.wasmExports.FPDF_GetPageCount(opened.document)
  }
  const lastPage = async () => {
    opened ??= await begin()
    const { pdfium, document } = opened
    for (let number = Math.min(MAX_PAGES, pdfium.wasmExports.FPDF_GetPageCount(document)); number > 0; number--) {
      const page = pdfium.wasmExports.FPDF_LoadPage(document, number - 1)
      if (page !== 0) {
        pdfium.wasmExports.FPDF_ClosePage(page)
        return number
      }
    }
    return 0
  }
  return { claimedPages, open, lastPage }
}
