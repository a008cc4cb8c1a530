import { z } from 'zod'

/** How large a text with form may be: levels of nodes below the document, nodes, characters. */
export const RICH_TEXT = { depth: 6, nodes: 1000, characters: 10_000 } as const

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const MAX_HREF = 2000
const isWritten = (href: string) => href.length <= MAX_HREF && !/[\p{Cc}\p{Cf}\s\\]/u.test(href)
/** Whether an address may be followed: of the web, a mailbox or a telephone, written out, so that it means the same everywhere. */
export const isSafeLink = (href: string): boolean =>
  isWritten(href) && SCHEMES.has(URL.parse(href)?.protocol ?? '') && !/^https?:(?!\/\/[^/])/i.test(href)

const noNode = 'Text element not allowed here.'
const Link = z.strictObject({
  href: z.string().refine(isSafeLink, 'Only web addresses, e-mail addresses and phone numbers can be linked.'),
})
const Mark = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('bold') }),
    z.strictObject({ type: z.literal('italic') }),
    z.strictObject({ type: z.literal('link'), attrs: Link }),
  ],
  'Unknown text formatting.',
)
const areDifferent = (marks: readonly { type: string }[]) => new Set(marks.map(({ type }) => type)).size === marks.length
const Text = z.strictObject({
  type: z.literal('text'),
  text: z
    .string()
    .min(1)
    .overwrite((text) => text.normalize('NFC')),
  marks: z.array(Mark).refine(areDifferent, 'Send each mark once.').optional(),
})
const Inline = z.discriminatedUnion('type', [Text, z.strictObject({ type: z.literal('hardBreak') })], noNode)
const inlines = z.array(Inline).optional()
const Paragraph = z.strictObject({ type: z.literal('paragraph'), content: inlines })
const Heading = z.strictObject({
  type: z.literal('heading'),
  attrs: z.strictObject({ level: z.literal([2, 3], 'A heading is of level 2 or 3.') }),
  content: inlines,
})

export type InlineNode = z.output<typeof Inline>
export interface ListItemNode {
  type: 'listItem'
  content: BlockNode[]
}
export type BlockNode =
  | z.output<typeof Paragraph>
  | z.output<typeof Heading>
  | { type: 'blockquote'; content: BlockNode[] }
  | { type: 'bulletList' | 'orderedList'; content: ListItemNode[] }

type Blocks = z.ZodArray<z.ZodType<BlockNode, BlockNode>>
const ListItem = z.strictObject({
  type: z.literal('listItem', noNode),
  get content(): Blocks {
    return z.array(Block).min(1)
  },
})
const Block: z.ZodType<BlockNode, BlockNode> = z.discriminatedUnion(
  'type',
  [
    Paragraph,
    Heading,
    z.strictObject({
      type: z.literal('blockquote'),
      get content(): Blocks {
        return z.array(Block).min(1)
      },
    }),
    z.strictObject({ type: z.literal('bulletList'), content: z.array(ListItem).min(1) }),
    z.strictObject({ type: z.literal('orderedList'), content: z.array(ListItem).min(1) }),
  ],
  noNode,
)

type AnyNode = BlockNode | ListItemNode | InlineNode
const childrenOf = (node: AnyNode): readonly AnyNode[] => ('content' in node && node.content ? node.content : [])

interface Size {
  nodes: number
  characters: number
  /** Where the first node lies that is deeper than allowed. */
  tooDeep: (string | number)[] | null
}
const sizeOf = (nodes: readonly AnyNode[], path: (string | number)[], size: Size): Size => {
  for (const [index, node] of nodes.entries()) {
    const at = [...path, 'content', index]
    size.nodes++
    size.characters += node.type === 'text' ? node.text.length : 0
    if (at.length / 2 > RICH_TEXT.depth) size.tooDeep ??= at
    else sizeOf(childrenOf(node), at, size)
  }
  return size
}

const plainInline = (nodes: readonly InlineNode[] = []) => nodes.map((node) => (node.type === 'text' ? node.text : '\n')).join('')
const plainBlocks = (blocks: readonly BlockNode[], gap: string): string =>
  blocks
    .map(plainBlock)
    .filter((text) => text !== '')
    .join(gap)
const indented = (text: string, sign: string) => `${sign} ${text.replaceAll('\n', `\n${' '.repeat(sign.length + 1)}`)}`
const plainBlock = (block: BlockNode): string => {
  if (block.type === 'paragraph' || block.type === 'heading') return plainInline(block.content).trim()
  if (block.type === 'blockquote') return plainBlocks(block.content, '\n')
  const items = block.content.map(({ content }) => plainBlocks(content, '\n'))
  return items.map((text, index) => indented(text, block.type === 'orderedList' ? `${index + 1}.` : '-')).join('\n')
}

/** The words of a text with form, as plain text: blocks stand apart, items begin with their sign. */
export const plainTextOf = ({ content }: Pick<RichText, 'content'>): string => plainBlocks(content, '\n\n')

/**
 * A text with form, as a tree of known nodes: never markup. Whatever is not known is refused by its place, and so are links that are no
 * address of the web, a mailbox or a telephone.
 */
export const RichText = z
  .strictObject({ type: z.literal('doc'), content: z.array(Block) })
  .superRefine(({ content }, context) => {
    const { nodes, characters, tooDeep } = sizeOf(content, [], { nodes: 0, characters: 0, tooDeep: null })
    const refuse = (message: string, path: (string | number)[] = []) => context.addIssue({ code: 'custom', message, path })
    if (tooDeep) refuse('Too many nested levels.', tooDeep)
    if (nodes > RICH_TEXT.nodes) refuse('The text has too many parts.')
    if (characters > RICH_TEXT.characters) refuse('The text is too long.')
    if (characters <= RICH_TEXT.characters && !/[^\p{Cf}\p{Cc}\p{Z}]/u.test(plainBlocks(content, ''))) refuse('This field is required.')
  })
  .meta({ id: 'RichText' })
export type RichText = z.output<typeof RichText>
