import { isSafeLink, type BlockNode, type InlineNode, type ListItemNode, type RichText } from '#shared/rich-text.ts'

type Marks = NonNullable<Extract<InlineNode, { type: 'text' }>['marks']>

/** A sign that stands for itself, bold, italic, a link with its words, an address as it is. */
const TOKEN =
  /\\([\\*_[\]#>-])|\*\*(?=\S)(.+?)(?<=\S)\*\*|(?<![\p{L}\p{N}_])_(?=\S)(.+?)(?<=\S)_(?![\p{L}\p{N}_])|\[([^\]]+)\]\(([^()\s]+)\)|(https?:\/\/[^\s<>]*[^\s<>.,;:!?)\]'"])/gu

const textNode = (text: string, marks: Marks): InlineNode[] =>
  text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 && { marks }) }]
const linkTo = (href: string): Marks[number] => ({ type: 'link', attrs: { href } })

const tokenNodes = (match: RegExpMatchArray, marks: Marks): InlineNode[] => {
  const [whole, sign, bold, italic, words, href, address] = match
  if (sign !== undefined) return textNode(sign, marks)
  if (bold !== undefined) return inline(bold, [...marks, { type: 'bold' }])
  if (italic !== undefined) return inline(italic, [...marks, { type: 'italic' }])
  const target = href ?? address ?? ''
  if (marks.some(({ type }) => type === 'link') || !isSafeLink(target)) return textNode(whole, marks)
  return words === undefined ? textNode(target, [...marks, linkTo(target)]) : inline(words, [...marks, linkTo(target)])
}

/** One line; a mark is never put on what has it. */
const inline = (text: string, marks: Marks = []): InlineNode[] => {
  const once = marks.filter(({ type }, at) => marks.findIndex((mark) => mark.type === type) === at)
  const nodes: InlineNode[] = []
  let from = 0
  for (const match of text.matchAll(TOKEN)) {
    nodes.push(...textNode(text.slice(from, match.index), once), ...tokenNodes(match, once))
    from = match.index + match[0].length
  }
  return [...nodes, ...textNode(text.slice(from), once)]
}

const HEADING = /^(#{1,3})\s+(.+)$/
const QUOTE = /^> ?/
const ITEM = /^ ?(?:[-*•]|([1-9]\d{0,2})[.)])\s+/
const isBlank = (line: string) => line.trim() === ''
const numberOf = (line: string): string | undefined => ITEM.exec(line)?.[1]
/** A number other than one begins no list: it may be a day, and the list would count from one. */
const startsList = (line: string) => ITEM.test(line) && (numberOf(line) ?? '1') === '1'
const startsBlock = (line: string) => HEADING.test(line) || QUOTE.test(line) || startsList(line)

/** The lines from `at` on that belong together, by what each of them is. */
const run = (lines: readonly string[], at: number, belongs: (line: string, index: number) => boolean) => {
  let end = at
  while (end < lines.length && belongs(lines[end]!, end)) end++
  return lines.slice(at, end)
}

const paragraph = (lines: readonly string[]): BlockNode => ({
  type: 'paragraph',
  content: lines.flatMap((line, at): InlineNode[] => [...(at > 0 ? [{ type: 'hardBreak' } as const] : []), ...inline(line.trim())]),
})
/** The items of the list that begins at `at`, each with its lines, and how many lines that is: after a number comes the next one. */
const itemsAt = (lines: readonly string[], at: number) => {
  const isNumbered = numberOf(lines[at]!) !== undefined
  const items: string[][] = []
  let end = at
  for (;;) {
    const first = end + (isNumbered ? run(lines, end, isBlank).length : 0)
    const line = lines[first] ?? ''
    if (!ITEM.test(line) || numberOf(line) !== (isNumbered ? String(items.length + 1) : undefined)) return { items, taken: end - at }
    const rest = run(lines, first + 1, (one) => /^ {2,}\S/.test(one))
    items.push([line.replace(ITEM, ''), ...rest.map((one) => one.replace(/^ {1,4}/, ''))])
    end = first + 1 + rest.length
  }
}
const listOf = (items: readonly string[][], level: number): ListItemNode[] =>
  items.map((lines) => {
    const inner = blocksOf(lines, level + 2)
    return { type: 'listItem', content: inner.length > 0 ? inner : [{ type: 'paragraph' }] }
  })

/** Deeper than these levels the signs of a list or a quotation are only signs: the document holds no more. */
const LIST_LEVEL = 3
const QUOTE_LEVEL = 3

const blocksOf = (lines: readonly string[], level: number): BlockNode[] => {
  const blocks: BlockNode[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    const heading = HEADING.exec(line)
    let taken = 1
    if (heading) blocks.push({ type: 'heading', attrs: { level: heading[1]!.length === 3 ? 3 : 2 }, content: inline(heading[2]!.trim()) })
    else if (QUOTE.test(line) && level <= QUOTE_LEVEL) {
      const quoted = run(lines, at, (one) => QUOTE.test(one))
      taken = quoted.length
      const inner = blocksOf(
        quoted.map((one) => one.replace(QUOTE, '')),
        level + 1,
      )
      if (inner.length > 0) blocks.push({ type: 'blockquote', content: inner })
    } else if (startsList(line) && level <= LIST_LEVEL) {
      const listed = itemsAt(lines, at)
      taken = listed.taken
      blocks.push({ type: numberOf(line) === undefined ? 'bulletList' : 'orderedList', content: listOf(listed.items, level) })
    } else if (!isBlank(line)) {
      const together = run(lines, at, (one, index) => index === at || !(isBlank(one) || startsBlock(one)))
      taken = together.length
      blocks.push(paragraph(together))
    }
    at += taken
  }
  return blocks
}

/**
 * The text with form that somebody typed with a few signs: `## heading`, `- item`, `1. item`, `> quotation`, `**bold**`, `_italic_`,
 * `[words](https://…)`; an empty line parts paragraphs. A numbered list begins at 1 and goes on with the next number. Whatever is none of
 * these is the text that it is. Null for nothing.
 */
export const documentOf = (typed: string): RichText | null => {
  const content = blocksOf(typed.replaceAll('\r', '').split('\n'), 1)
  return content.length > 0 ? { type: 'doc', content } : null
}
