import type { PrintWording } from '#features/company/contract.ts'
import { readClinicHead, readPrintWording } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FileStore } from '#platform/files/store.ts'
import { breakable, breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { readPdfLocale } from './facts.ts'
import type { LetterContent } from './queries.ts'

const template = new URL('./letter.typ', import.meta.url)

/** What stands in a letter, in words as they are printed. */
export interface LetterWords {
  title: string
  /** Null: it is not signed yet. */
  number: string | null
  stamps: string[]
  date: string
  body: string
  signer: { name: string; lines: string[] }
  foot: string
}

/** Empty lines part paragraphs; a line stays a line. */
const paragraphsOf = (text: string) =>
  text
    .trim()
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.split('\n'))

interface Press {
  db: Db
  files: FileStore
  printPdf: PrintPdf
}

interface Worded {
  /** A wording that is tried out, in place of the clinic's. */
  wording?: PrintWording
  /** What stood in the head when it was signed; the clinic's words of today unless said. */
  said?: LetterContent['clinic']
}

/** The letter as PDF, A4 or A5 as the clinic words its letters: texts are data to the template, never markup. */
export const printLetterWords = async (
  { db, files, printPdf }: Press,
  { body, ...words }: LetterWords,
  { wording: named, said }: Worded = {},
) => {
  const wording = named ?? (await readPrintWording(db, 'letter'))
  const { clinic, own } = await readClinicHead(db, files, 'a4', wording)
  const { name, lines } = said ?? clinic
  const { t } = await readPdfLocale(db)
  return printPdf(template, {
    ...breakAll({ ...words, paragraphs: paragraphsOf(body) }),
    clinic: { logo: clinic.logo, name: breakable(name), lines: lines.map(breakable) },
    own: said ? { ...own, thanks: said.thanks.map(breakable) } : own,
    page: t('Page {page} of {pages}', { page: '{page}', pages: '{pages}' }),
    size: wording.size === 'a5' ? 'a5' : 'a4',
  })
}
