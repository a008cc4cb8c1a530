import type { Db } from '#platform/db/connect.ts'
import { Problem } from '#platform/errors/problem.ts'
import type { FileStore } from '#platform/files/store.ts'
import { joined } from '#platform/pdf/printed-values.ts'
import { linesOf, type PrintKind, type PrintWording, standardWording } from '../contract.ts'
import { ownWords, readPrintWording } from './print-wordings.ts'
import { findCompany } from './queries.ts'

const MAX_PIXELS = { a4: 400, '80mm': 320 }

/** The picture inside a drawing: the printer takes text alone. On a roll in shades of grey on white, since it prints black. */
const asDrawing = async (png: Buffer, size: keyof typeof MAX_PIXELS): Promise<string> => {
  const side = MAX_PIXELS[size]
  // Only a clinic with a logo needs it.
  const { default: sharp } = await import('sharp')
  const fitted = sharp(png).resize(side, side, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await (size === '80mm' ? fitted.flatten({ background: 'white' }).greyscale() : fitted)
    .png()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${data.toString('base64')}"/></svg>`
}

/** A clinic prints its papers even when the file of its logo is lost. */
const isMissing = (error: unknown) => error instanceof Problem && error.code === 'document_unreadable'

const readLogo = async (db: Db, files: FileStore, id: number, size: keyof typeof MAX_PIXELS): Promise<string | null> => {
  const { sha256 } = await db.selectFrom('files').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()
  try {
    return await asDrawing(await files.get(sha256), size)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

type Company = Awaited<ReturnType<typeof findCompany>>
const headOf = ({ name, address1, address2, phone1, phone2, email1, email2 }: Company, wording: PrintWording) => {
  const address = ownWords(wording).shows.address ? [joined(address1, address2), joined(phone1, phone2), joined(email1, email2)] : []
  return { name, lines: [...linesOf(wording.header), ...address.filter(Boolean)] }
}
/** The words of the clinic on a kind of paper as they are today: its name, the lines below it, and its thanks. */
export const readHeadWords = async (db: Db, kind: PrintKind) => {
  const wording = await readPrintWording(db, kind)
  return { ...headOf(await findCompany(db), wording), thanks: linesOf(wording.thanks) }
}

/**
 * What every paper of the clinic bears: its name, addresses and logo (a drawing, as SVG), and how it writes money and time; worded as the
 * clinic words that kind of paper.
 */
export const readClinicHead = async (db: Db, files: FileStore, size: keyof typeof MAX_PIXELS, wording: PrintWording = standardWording) => {
  const company = await findCompany(db)
  const { tax_number, logo_file_id, currency, time_zone } = company
  const own = ownWords(wording)
  return {
    clinic: {
      ...headOf(company, wording),
      logo: logo_file_id === null || !own.shows.logo ? null : await readLogo(db, files, logo_file_id, size),
    },
    tax_number: own.shows['tax number'] ? tax_number : null,
    currency,
    zone: time_zone,
    own,
  }
}

/** The head of a kind of paper, worded as the clinic words it. */
export const readLetterhead = async (db: Db, files: FileStore, size: keyof typeof MAX_PIXELS, kind: PrintKind) =>
  readClinicHead(db, files, size, await readPrintWording(db, kind))

/** The head of a bill: with the number under which the clinic pays its taxes. */
export const withTaxNumber = <T extends Awaited<ReturnType<typeof readClinicHead>>>({ clinic, tax_number, ...head }: T) => ({
  ...head,
  clinic: { ...clinic, lines: [...clinic.lines, ...(tax_number === null ? [] : [`Tax number ${tax_number}`])] },
})
