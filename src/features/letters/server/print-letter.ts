import type { PaperWording } from '#features/company/contract-papers.ts'
import { readClinicHead, readPaperWording } from '#features/company/index.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FileStore } from '#platform/files/store.ts'
import { breakable, breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'

const template = new URL('./letter.typ', import.meta.url)

/** What stands in a letter, in words as they are printed. */
export interface LetterWords {
  title: string
  /** Null: it is not signed yet. */
  number: string | null
  stamps: string[]
  date: string
  body: string
  signer: string
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

/** The letter as PDF, A4 or A5 as the clinic words its letters (or as `wording` says): texts are data to the template, never markup. */
export const printLetterWords = async ({ db, files, printPdf }: Press, { body, ...words }: LetterWords, named?: PaperWording) => {
  const wording = named ?? (await readPaperWording(db, 'letter'))
  const { clinic, own } = await readClinicHead(db, files, 'a4', wording)
  return printPdf(template, {
    ...breakAll({ ...words, paragraphs: paragraphsOf(body) }),
    clinic: { ...clinic, name: breakable(clinic.name), lines: clinic.lines.map(breakable) },
    own,
    size: wording.size === 'a5' ? 'a5' : 'a4',
  })
}
