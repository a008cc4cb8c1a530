import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { createCanvas, GlobalFonts, loadImage, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'
import sharp from 'sharp'

const fonts = dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')))

/** What the samples say. */
export const PROSE = `The patient came with fever and a productive cough of three days and denies chest pain. Known hypertensive on amlodipine 5 mg once daily. Blood pressure 150/95 mmHg, temperature 38.6 degrees, weight 72 kg. Impression: pneumonia. Plan: amoxicillin 500 mg three times daily for seven days, review on Friday.`
const typst = (text: string) =>
  Buffer.from(
    NodeCompiler.create({ fontArgs: [{ fontPaths: [fonts] }] }).pdf({
      mainFileContent: `#set text(font: "DejaVu Sans", size: 11pt)\n${text}`,
    }),
  )

/** A PDF with a text layer. */
export const textPdf = (pages: number) =>
  typst(Array.from({ length: pages }, (_, at) => `= Summary ${at + 1}\n${PROSE}`).join('\n#pagebreak()\n'))

/** What a scanner makes of a sheet at 150 dpi. */
export const sheet = () => {
  GlobalFonts.registerFromPath(join(fonts, 'DejaVuSans.ttf'), 'Print')
  const canvas = createCanvas(1000, 700)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 1000, 700)
  context.fillStyle = '#111'
  context.font = '22px Print'
  let line = ''
  let y = 80
  for (const word of PROSE.split(' ')) {
    if (context.measureText(`${line} ${word}`).width > 840) {
      context.fillText(line, 80, y)
      y += 36
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  context.fillText(line, 80, y)
  return canvas.toBuffer('image/png')
}
/** A PDF of one page that is a picture, with a line of `text` below it. */
export const pdfOf = async (png: Buffer, text = '') => {
  const pdf = new PDFDocument()
  const context = pdf.beginPage(500, 350) as unknown as SKRSContext2D
  context.drawImage(await loadImage(png), 0, 0, 500, 350)
  context.font = '8px Print'
  if (text) context.fillText(text, 10, 340)
  pdf.endPage()
  return pdf.close()
}
/** As a telephone takes it: askew, half in the shade, grainy. */
export const photoOf = async (png: Buffer) => {
  const { data, info } = await sharp(png).removeAlpha().rotate(3, { background: '#ccc' }).raw().toBuffer({ resolveWithObject: true })
  let seed = 1
  for (let i = 0; i < data.length; i++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    const x = Math.floor(i / 3) % info.width
    data[i] = Math.max(0, Math.min(255, (data[i] ?? 0) * (0.5 + (0.5 * x) / info.width) + (seed / 2_147_483_648 - 0.5) * 24))
  }
  return sharp(data, { raw: info }).jpeg({ quality: 75 }).toBuffer()
}
