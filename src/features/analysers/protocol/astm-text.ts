import { dictionary } from '#shared/dictionary.ts'
import { cleanText } from './message.ts'

/** The four characters that H-1 and H-2 choose. */
export interface Delimiters {
  field: string
  repeat: string
  component: string
  escape: string
}

export const usualDelimiters: Delimiters = { field: '|', repeat: '\\', component: '^', escape: '&' }

const usable = /^[!-/:-@[-`{-~]$/

/** The delimiters that a header record chooses; null where they cannot be used. */
export const delimitersOf = (header: string): Delimiters | null => {
  const field = header.charAt(1)
  const [repeat = '', component = '', escape = ''] = header.slice(2).split(field, 1)[0] ?? ''
  const all = [field, repeat, component, escape]
  if (!all.every((character) => usable.test(character)) || new Set(all).size < 4) return null
  return { field, repeat, component, escape }
}

/** Text with its escapes resolved, clean; what is no escape (an ampersand in a name) stays as it is. */
export const unescapeAstm = (text: string, delimiters: Delimiters): string => {
  const { escape } = delimiters
  if (!text.includes(escape)) return cleanText(text)
  const known: Record<string, string> = dictionary<string>({
    F: delimiters.field,
    R: delimiters.repeat,
    S: delimiters.component,
    E: escape,
    H: '',
    N: '',
  })
  const pieces = text.split(escape)
  let plain = pieces[0] ?? ''
  for (let at = 1; at < pieces.length; at++) {
    const piece = pieces[at]!
    const meaning = known[piece] ?? (/^X(?:[0-9A-F]{2})+$/i.test(piece) ? Buffer.from(piece.slice(1), 'hex').toString('latin1') : undefined)
    const isClosed = at + 1 < pieces.length
    if (meaning === undefined || !isClosed) plain += escape + piece
    else plain += meaning + pieces[++at]!
  }
  return cleanText(plain)
}

/** Text made safe to stand in a field: delimiters escaped, control characters left out, since any of them may be one of the line's own. */
export const escapeAstm = (text: string, { field, repeat, component, escape }: Delimiters = usualDelimiters): string => {
  const names = new Map([
    [escape, 'E'],
    [field, 'F'],
    [repeat, 'R'],
    [component, 'S'],
  ])
  let escaped = ''
  for (const character of text.replaceAll(/[\r\n\t]+/g, ' ')) {
    const name = names.get(character)
    if (name) escaped += `${escape}${name}${escape}`
    else if (character >= ' ' && character !== '\u007F') escaped += character
  }
  return escaped
}
