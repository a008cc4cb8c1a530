import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { documentTypes, MAX_DOCUMENT_BYTES } from '#features/records/contract-fields.ts'

const MEGABYTE = 1_048_576
const LONGEST_WORDS = 60
/** Endings of files whose type a browser does not know. */
const endings = ['pdf', 'png', 'jpg', 'jpeg', 'tif', 'tiff', 'webp', 'txt'] as const

/** What a file box offers. */
export const accepted = [...documentTypes, ...endings.map((ending) => `.${ending}`)].join(',')

const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()
const officeEndings: ReadonlySet<string> = new Set(['doc', 'docx', 'odt', 'rtf', 'xls', 'xlsx', 'ods', 'ppt', 'pptx'])
const isOffice = (name: string) => officeEndings.has(endingOf(name))

/** Whether a file looks like a document: the rest of a folder is left alone. */
export const isDocument = ({ name, type }: { name: string; type: string }): boolean =>
  type === '' ? (endings as readonly string[]).includes(endingOf(name)) : (documentTypes as readonly string[]).includes(type)

/** Why a file cannot be sent, in words; null when it can be tried. The server looks again, at the content. */
export const refusalOf = (file: { name: string; type: string; size: number }): string | null => {
  if (isOffice(file.name)) return t('This is an Office document: save it as a PDF first.')
  if (!isDocument(file)) return t('Send a PDF, an image (PNG, JPEG, TIFF, WebP) or plain text.')
  if (file.size === 0) return t('The file is empty.')
  return file.size > MAX_DOCUMENT_BYTES ? t('File too large: at most {n} MB.', { n: MAX_DOCUMENT_BYTES / MEGABYTE }) : null
}

/** The name of a file without its ending. */
export const titleOf = (name: string): string => {
  const dot = name.lastIndexOf('.')
  return (dot > 0 ? name.slice(0, dot) : name)
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .slice(0, 200)
}

/** The first words of a text: what it is called until somebody gives it a title. */
export const titleOfText = (text: string): string => {
  const line = (text.trim().split('\n')[0] ?? '').replaceAll(/\s+/g, ' ').trim()
  if (line.length <= LONGEST_WORDS) return line
  const cut = line.slice(0, LONGEST_WORDS)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST_WORDS / 2)).trim()}…`
}

/** How large a file is, for people. */
export const sizeText = (bytes: number): string =>
  bytes >= MEGABYTE
    ? t('{n} MB', { n: number(Math.round((bytes / MEGABYTE) * 10) / 10) })
    : t('{n} KB', { n: number(Math.ceil(bytes / 1024)) })
