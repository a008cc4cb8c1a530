import sharp from 'sharp'
import { findCompany } from '#features/company/index.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FileStore } from '#platform/files/store.ts'
import type { Paper, PaperSize } from './paper.ts'
import { joined } from './words.ts'

export interface Letterhead {
  clinic: Paper['clinic']
  currency: string
  zone: string
  note: string | null
  /** What the patient's part of a bill is rounded to. */
  roundingStep: string
}

const MAX_PIXELS = { a4: 400, '80mm': 320 }

/** The picture inside a drawing: the printer takes text alone. On a roll in shades of grey on white, since it prints black. */
const asDrawing = async (png: Buffer, size: PaperSize): Promise<string> => {
  const side = MAX_PIXELS[size]
  const fitted = sharp(png).resize(side, side, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await (size === '80mm' ? fitted.flatten({ background: 'white' }).greyscale() : fitted)
    .png()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${data.toString('base64')}"/></svg>`
}

/** A clinic prints its bills even when the file of its logo is lost. */
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const readLogo = async (db: Db, files: FileStore, id: number, size: PaperSize): Promise<string | null> => {
  const { sha256 } = await db.selectFrom('files').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()
  try {
    return await asDrawing(await files.get(sha256), size)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** What every paper of the clinic bears: its name, addresses and logo, and how it writes money and time. */
export const readLetterhead = async (db: Db, files: FileStore, size: PaperSize): Promise<Letterhead> => {
  const company = await findCompany(db)
  const settings = await db.selectFrom('billing_settings').select(['invoice_note', 'rounding_step']).executeTakeFirstOrThrow()
  const { name, address1, address2, phone1, phone2, email1, email2, logo_file_id } = company
  return {
    clinic: {
      name,
      lines: [joined(address1, address2), joined(phone1, phone2), joined(email1, email2)].filter(Boolean),
      logo: logo_file_id === null ? null : await readLogo(db, files, logo_file_id, size),
    },
    currency: company.currency,
    zone: company.time_zone,
    note: settings.invoice_note,
    roundingStep: settings.rounding_step,
  }
}
