import type { Separators } from './hl7-header.ts'

const names = ['F', 'S', 'T', 'R', 'E']
const meanings = ['field', 'component', 'subcomponent', 'repetition', 'escape'] as const
const hex = /^X(?:[0-9A-F]{2})+$/i
const lineBreak = /^\.(?:br|sp|ce)\s*[+-]?\d*$/i
const layout = /^(?:[HN]|\.(?:in|ti|fi|nf|sk).*)$/i

const meaningOf = (sequence: string, separators: Separators, decode: (bytes: Uint8Array) => string): string | undefined => {
  const name = names.indexOf(sequence)
  if (name !== -1) return separators[meanings[name]!]
  if (hex.test(sequence)) return decode(Buffer.from(sequence.slice(1), 'hex'))
  if (lineBreak.test(sequence)) return '\n'
  if (layout.test(sequence)) return ''
  return undefined
}

/** Text with its escapes resolved. What is no escape (a lone backslash, a path) stays as it is. */
export const unescapeHl7 = (text: string, separators: Separators, decode: (bytes: Uint8Array) => string): string => {
  const { escape } = separators
  if (!text.includes(escape)) return text
  let plain = ''
  let at = 0
  for (;;) {
    const open = text.indexOf(escape, at)
    const close = open === -1 ? -1 : text.indexOf(escape, open + 1)
    if (close === -1) return plain + text.slice(at)
    const meaning = meaningOf(text.slice(open + 1, close), separators, decode)
    plain += text.slice(at, open) + (meaning ?? text.slice(open, close))
    // The second escape character of what was none may open the next.
    at = meaning === undefined ? close : close + 1
  }
}

/** Text made safe to stand in a field: separators escaped, line ends as \.br\, other control characters left out. */
export const escapeHl7 = (text: string, separators: Separators): string => {
  const { field, component, repetition, escape, subcomponent } = separators
  const names = new Map([
    [escape, 'E'],
    [field, 'F'],
    [component, 'S'],
    [subcomponent, 'T'],
    [repetition, 'R'],
  ])
  let escaped = ''
  for (const character of text.replaceAll('\r\n', '\n')) {
    const name = names.get(character)
    if (name) escaped += `${escape}${name}${escape}`
    else if (character === '\n' || character === '\r') escaped += `${escape}.br${escape}`
    else if (character >= ' ' && character !== '\u007F') escaped += character
  }
  return escaped
}
