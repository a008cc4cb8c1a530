import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
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
export const sheet = async () => {
  const lines = sharp({
    text: { text: PROSE, font: 'DejaVu Sans 20', fontfile: join(fonts, 'DejaVuSans.ttf'), width: 840, dpi: 79, spacing: 11 },
  })
  const ink = await lines.negate().png().toBuffer()
  return sharp({ create: { width: 1000, height: 700, channels: 3, background: '#fff' } })
    .composite([{ input: ink, left: 80, top: 60 }])
    .png()
    .toBuffer()
}

/** A PDF of these objects, each as it stands between `obj` and `endobj`; the first is the catalogue. */
export const objectsPdf = (objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((object, at) => [
      Buffer.from(`${at + 1} 0 obj\n`),
      typeof object === 'string' ? Buffer.from(object, 'latin1') : object,
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from(`trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`),
  ])

export const streamOf = (dictionary: string, data: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    typeof data === 'string' ? Buffer.from(data, 'latin1') : data,
    Buffer.from('\nendstream'),
  ])

interface PdfPicture {
  width: number
  height: number
  /** What its dictionary says further: how it is packed. */
  form: string
  data: Buffer
}

/** The number of the first of the three objects that a page has. */
const first = (at: number) => 4 + 3 * at

/** A PDF whose pages are each a picture at 144 dpi, in any form that PDF knows, above a line of `text`. Null: a page that is not there. */
export const picturesPdf = (pictures: (PdfPicture | null)[], text = '') => {
  const kids = pictures.map((_, at) => `${first(at)} 0 R`).join(' ')
  return objectsPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pictures.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pictures.flatMap((picture, at) => {
      if (!picture) return ['null', 'null', 'null']
      const [width, height] = [picture.width / 2, picture.height / 2]
      const resources = `<< /Font << /F 3 0 R >> /XObject << /I ${first(at) + 2} 0 R >> >>`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height + 20}] /Contents ${first(at) + 1} 0 R /Resources ${resources} >>`,
        streamOf('', `q ${width} 0 0 ${height} 0 20 cm /I Do Q BT /F 8 Tf 10 8 Td (${text}) Tj ET`),
        streamOf(`/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} ${picture.form}`, picture.data),
      ]
    }),
  ])
}

/** A picture in colour as most scanners put it into a PDF. */
export const jpegPicture = async (png: Buffer): Promise<PdfPicture> => {
  const { data, info } = await sharp(png).removeAlpha().toColourspace('srgb').jpeg({ quality: 95 }).toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, form: '/BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode', data }
}

/** A PDF of one page that is a picture. */
export const pdfOf = async (png: Buffer) => picturesPdf([await jpegPicture(png)])

const BLACK_AND_WHITE = '/BitsPerComponent 1 /ColorSpace /DeviceGray'
/** The first 256 rows of a sheet as office scanners put it into a PDF: black and white, CCITT group 4. */
export const faxPicture = async (png: Buffer): Promise<PdfPicture> => {
  const { width } = await sharp(png).metadata()
  const height = 256
  const tiff = await sharp(png)
    .extract({ left: 0, top: 0, width, height })
    .removeAlpha()
    .grayscale()
    .negate()
    .threshold(128)
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer()
  const directory = tiff.readUInt32LE(4)
  const entries = Array.from({ length: tiff.readUInt16LE(directory) }, (_, at) => directory + 2 + at * 12)
  const valueOf = (tag: number) => tiff.readUInt32LE((entries.find((at) => tiff.readUInt16LE(at) === tag) ?? 0) + 8)
  const form = `${BLACK_AND_WHITE} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${width} /Rows ${height} >>`
  return { width, height, form, data: tiff.subarray(valueOf(273), valueOf(273) + valueOf(279)) }
}

const numbers = (...values: number[]) => values.map((value) => value.toString(16).padStart(8, '0')).join('')

/** Black in JBIG2: a page whose points are black where nothing says otherwise. */
export const jbig2Picture = (): PdfPicture => {
  const side = 200
  const data = Buffer.from(`${numbers(0)}300001${numbers(19, side, side, 0, 0)}040000`, 'hex')
  return { width: side, height: side, form: `${BLACK_AND_WHITE} /Filter /JBIG2Decode`, data }
}

/** An even grey in JPEG 2000, which is what a picture without any coefficient is. */
export const jpxPicture = (): PdfPicture => {
  const side = 200
  const size = `ff4fff5100290000${numbers(side, side, 0, 0, side, side, 0, 0)}0001070101`
  const coding = 'ff52000c00000001000004040001ff5c00044040'
  const tile = 'ff90000a00000000000f0001ff9300ffd9'
  const form = '/BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /JPXDecode'
  return { width: side, height: side, form, data: Buffer.from(size + coding + tile, 'hex') }
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
